import { asObject, type Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { oncePer } from "#openapi/document/once-per.js";
import type { Link } from "#openapi/operations/links.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import { resourceCreatedBy, resourceOf } from "#statements/resources/find-resources.js";
import { identifierIn } from "#statements/resources/identifying-values.js";
import { collectionPath, pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import { creatingOperation, namingOperation, pathBelow, type Resource } from "#statements/resources/resource.js";
import { scopeOf } from "#statements/resources/scopes.js";
import type { Contract } from "#verify/model/contract.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import {
  type BodySpec,
  bodyValue,
  FROM_RESPONSE,
  type PathValue,
  type RequestSpec,
} from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { oncePerRun } from "#verify/model/test-case/once-per-run.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { otherPathsOf } from "#verify/relations/other-paths.js";
import { namedByParameter } from "#verify/relations/paths-by-parameter.js";
import { successExample, targetFileValue, usedParameters } from "#verify/requests/known-values.js";
import { linksFrom } from "#verify/requests/linked-requests.js";
import { likelyBodies, resourceRequest } from "#verify/requests/resource-request.js";
import { firstAccepted } from "../accepted/first-accepted.js";
import { addressOf } from "../address.js";
import { createdPath, type Identity, identityByPath, identityIn } from "../ledger/identify.js";
import { readFirstPage, shownReference } from "../lists/first-page.js";
import { type FirstPage, firstPages } from "../lists/read-list.js";
import { newName } from "../permission/new-names.js";
import { readSettled } from "../read-settled.js";
import { kindsNamed } from "../shown/names-of-resources.js";

/** A resource that this run created, or seems to have created: the ledger knows whether it certainly did. */
export interface Created extends Identity {
  resource: Resource;
  create: Operation;
  /** The link by which the document states that `retrieve` finds it. */
  link: Link | undefined;
  request: RequestSpec;
  exchange: Exchange;
  /** The values of the path of the operation that created it. */
  outer: readonly PathValue[];
  /** The values of the path, its own value last. */
  path: readonly PathValue[];
  address: string;
  /** The resource that it belongs to, if the run created that too. */
  parent: Created | undefined;
}

/** A request that was accepted, and may have created a resource. */
export interface Creation {
  request: RequestSpec;
  exchange: Exchange;
  /** The values of the path of the collection. */
  outer: readonly PathValue[];
  /** The resource that it belongs to, if the run created that too. */
  parent: Created | undefined;
}

/** The place of a new resource: the values of its collection's path, and the resource around it. */
export type Surroundings = Pick<Created, "outer" | "parent">;

interface CreateOptions {
  /** Whether the responses are checked (default: true). Test cases of other operations do not report them once more. */
  isChecked?: boolean;
  /** The new resource belongs to the same resources as this one (default: to new ones). */
  beside?: Surroundings | undefined;
  /** The resources that are being created to refer to this one, or around it (default: none). */
  within?: ReadonlySet<Resource>;
}

/**
 * How many resources are created until one is certainly new. If no status says so, two of them have different identifiers.
 */
export const CREATION_TRIES = 2;

/**
 * Creates a resource, and before it the resource that it belongs to. A run writes only to what it created, or what the
 * target file gives.
 *
 * @throws Skipped if the target rejects it, or its response does not identify it
 */
export async function createResource(
  context: CaseContext,
  resource: Resource,
  options: CreateOptions = {},
): Promise<Created> {
  const { create } = resource;
  if (!create) return createNamed(context, resource, options);
  const { created } = await createOne(context, { operation: create, resource }, options);
  if (!created) throw new Skipped("the response has no value that identifies the created resource");
  return created;
}

/** The operation that creates a resource, and its kind; undefined if the document has no path for it. */
interface Kind {
  operation: Operation;
  resource: Resource | undefined;
}

/**
 * Creates a resource by one of its creations. Nothing may identify it.
 *
 * @throws Skipped if the target rejects it
 */
export async function createOne(
  context: CaseContext,
  { operation, resource }: Kind,
  options: CreateOptions = {},
): Promise<{ creation: Creation; created: Created | undefined }> {
  if (resource && namingOperation(resource) === operation) {
    const created = await createNamed(context, resource, options);
    return { creation: created, created };
  }
  const creation = await sendCreation(context, operation, options);
  return { creation, created: resource && createdBy(context.contract, resource, operation, creation) };
}

/** Creates a resource at a path that the run chooses. @throws Skipped if the document has no such creation, or the target rejects it */
async function createNamed(context: CaseContext, resource: Resource, options: CreateOptions): Promise<Created> {
  const create = namingOperation(resource);
  const parameter = create && pathParameters(create).at(-1);
  if (!create || !parameter) throw new Skipped("the resource it belongs to cannot be created");
  const name = newName(context, parameter);
  if (!name) throw new Skipped(`a new resource needs a new ${parameter.name}, and none is certainly free`);
  const { beside, ...common } = options;
  const around = beside
    ? { path: beside.outer, parent: beside.parent }
    : await outerPath(context, create, pathParameters(create).slice(0, -1), common);
  const { path: outer, parent } = around;
  const sent = await sendFirstAccepted(context, create, { outer: [...outer, name], parent }, options);
  const created = createdByName(resource, create, { ...sent, outer, parent });
  if (!created) throw new Skipped("nothing identifies the created resource");
  return created;
}

/** The resource that a request created at the path that it names; undefined if the path does not identify it. */
export function createdByName(resource: Resource, create: Operation, creation: Creation): Created | undefined {
  const name = creation.request.parameters.findLast(({ parameter }) => parameter.in === "path")?.value;
  const identity = name === undefined ? undefined : identityByPath(resource, name);
  if (!identity || name === undefined) return undefined;
  const path: PathValue[] = [...creation.outer, { value: name, source: FROM_RESPONSE }];
  const address = addressOf(
    resource.key,
    path.map(({ value }) => value),
  );
  return address === undefined
    ? undefined
    : { ...creation, resource, create, link: undefined, ...identity, path, address };
}

/** The resource that a request created; undefined if the response does not identify it. */
export function createdBy(
  contract: Contract,
  resource: Resource,
  create: Operation,
  { request, exchange, outer: around, parent }: Creation,
): Created | undefined {
  const identity = identityIn(resource, exchange);
  if (!identity) return undefined;
  const outer = around.slice(0, pathParameters(create).length);
  const values = createdPath(
    resource,
    outer.map(({ value }) => value),
    identity,
    exchange,
  );
  if (!values) return undefined;
  const own = values.flatMap((value): PathValue[] => (value === undefined ? [] : [{ value, source: FROM_RESPONSE }]));
  const path = resource.isCreatedElsewhere ? own : [...outer, ...own.slice(-1)];
  const address = addressOf(
    resource.key,
    path.map(({ value }) => value),
  );
  if (address === undefined) return undefined;
  const link = linksFrom(contract, create).find(({ linked }) => linked === resource.retrieve)?.link;
  const listed = outerOfList(resource, request, outer);
  return { resource, create, link, request, exchange, ...identity, outer: listed, path, address, parent };
}

/** The values of the path of a collection. Its list may be below a resource that the body of the creation names. */
function outerOfList(
  { list, position }: Resource,
  request: RequestSpec,
  outer: readonly PathValue[],
): readonly PathValue[] {
  const [around, ...others] = list ? pathParameters(list.operation) : [];
  if (!around || others.length > 0 || outer.length > 0 || position > 0) return outer;
  const value = asObject(bodyValue(request))[around.name];
  return value === undefined ? outer : [{ value, source: FROM_RESPONSE }];
}

/**
 * Sends bodies to an operation that creates, until the target accepts one.
 *
 * @throws Skipped if it rejects all
 */
export async function sendCreation(
  context: CaseContext,
  create: Operation,
  options: CreateOptions = {},
): Promise<Creation> {
  const { beside, ...common } = options;
  const { path: outer, parent } = beside
    ? { path: beside.outer, parent: beside.parent }
    : await outerPath(context, create, pathParameters(create), common);
  return { ...(await sendFirstAccepted(context, create, { outer, parent }, options)), outer, parent };
}

/** Sends bodies until the target accepts one. @throws Skipped if it rejects all */
async function sendFirstAccepted(
  context: CaseContext,
  create: Operation,
  { outer, parent }: Surroundings,
  { isChecked = true, within }: CreateOptions,
) {
  const requestOf = (body: BodySpec | undefined) => {
    const request = resourceRequest(context, create, outer, body);
    if (!request) throw new Skipped("a value of its path is missing");
    return request;
  };
  const accepted = context.accepted.bodyFor(create);
  const likely = likelyBodies(context, create);
  const least = likely.findLast((body) => body !== undefined);
  // Something beside the new resource is of no use to the next one, which may have another parent.
  const isDemanded = (field: string) => least !== undefined && field in asObject(bodyOf(least));
  const attempt = await firstAccepted(context, {
    bodies: accepted ? [accepted, ...likely] : likely,
    requestOf,
    referenceFor: (field, used) =>
      referenceFor(context, create, field, used, { within, ...(isDemanded(field) && { around: { outer, parent } }) }),
    async onResponse({ request, exchange }) {
      if (isChecked) await context.check(request, anyResponse(create, "the request is allowed"), exchange);
    },
  });
  if (!attempt && !context.tries.isLeft(create)) throw new Skipped("the target rejected each new resource before");
  // The gate says why it may not be sent.
  if (!attempt) await context.send(requestOf(likely[0]));
  if (!attempt) throw new Skipped("the target has no body for a new resource");
  if (isSuccess(attempt.exchange)) return attempt;
  throw new Skipped(`the target rejected the new resource with ${attempt.exchange.status}`);
}

function bodyOf(body: BodySpec): unknown {
  return "value" in body ? body.value : undefined;
}

/**
 * The identifier of a resource that a field of a body refers to. The run creates one. Where the document creates none, it is
 * one that a response showed. A run adds nothing to the resources of others.
 *
 * @param operation whose body has the field
 * @param used a value that cannot be used any more: the run creates another resource, if it created that one
 * @param within the resources that are being created for each other
 * @param around the resource around the new one. The body may name others in it (default: none)
 */
export async function referenceFor(
  context: CaseContext,
  operation: Operation,
  field: string,
  used?: Json,
  { within = new Set(), around }: { within?: ReadonlySet<Resource> | undefined; around?: Surroundings } = {},
): Promise<Json | undefined> {
  const own = resourceCreatedBy(context.contract, operation);
  const waiting = new Set([...within, ...(own ? [own] : [])]);
  for (const { resource } of kindsNamed(context.contract, field)) {
    if (resource.create === operation) continue;
    const beside = resource.position > 0 && around && isIn(resource, operation) ? around : undefined;
    if (resource.position > 0 && !beside) continue;
    const wanted = { resource, beside };
    if (used !== undefined && !(await isReplaced(context, wanted, used, within.size > 0))) continue;
    const value = creatingOperation(resource)
      ? (await createdToReferTo(context, wanted, waiting, within.size > 0))?.value
      : (await shownReference(context, resource, (list) => pageOf(context, list)))?.value;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether a resource and an operation are below the same other one: `/projects/{}/labels/{}` and `/projects/{}/issues`. */
export function isIn({ key, create }: Resource, { path }: Operation): boolean {
  const parent = collectionPath(collectionPath(key));
  return create !== undefined && pathKey(create.path) === collectionPath(key) && pathKey(path).startsWith(`${parent}/`);
}

/** The first page of a list for bodies that name its items. A list that needs values is not read for them. */
async function pageOf(context: CaseContext, list: ListOperation): Promise<FirstPage | undefined> {
  if (usedParameters(context, list.operation).length > 0) return firstPages.known(context, list.operation);
  return readFirstPage(context, list, async () => {
    const request = resourceRequest(context, list.operation, []);
    return request && (await context.prepare(request)) ? [request] : [];
  });
}

/** A resource that a body names, and the resources that it belongs to, if it has a path below them. */
interface Referred {
  resource: Resource;
  beside: Surroundings | undefined;
}

function keyOf({ resource, beside }: Referred): string {
  return beside ? jsonText([resource.key, beside.outer.map(({ value }) => value)]) : resource.key;
}

/**
 * Forgets a resource that the run created for bodies to name, if it has the used value.
 *
 * @param isNested whether another resource waits for it
 * @returns whether another one is named in its place. It is a new one, or the one by which another test case has replaced it
 */
async function isReplaced(context: CaseContext, referred: Referred, used: Json, isNested: boolean): Promise<boolean> {
  if (isNested && beingReferredTo(context.run).has(referred.resource)) return false;
  const known = await referredTo.known(context, keyOf(referred));
  if (known?.value === used || known === undefined) referredTo.forget(context, keyOf(referred));
  return known?.value === used || (known !== undefined && context.resources.hasIdentifier(String(used)));
}

/** The resources that the run created for bodies to name, by their kinds. */
const referredTo = oncePerRun<string, Created | undefined>();

/**
 * A resource that the bodies of others may name, which the run creates once and keeps; undefined if that fails.
 *
 * @param around the resources that it may not refer to, because they refer to it
 * @param isNested whether another one of this kind waits for it: it waits for none, because two could wait for each other
 */
async function createdToReferTo(
  context: CaseContext,
  referred: Referred,
  around: ReadonlySet<Resource>,
  isNested: boolean,
): Promise<Created | undefined> {
  const { resource, beside } = referred;
  const running = beingReferredTo(context.run);
  if (around.has(resource) || (isNested && running.has(resource))) return undefined;
  try {
    return await referredTo.get(context, keyOf(referred), async () => {
      running.add(resource);
      const within = new Set([...around, resource]);
      for (let tries = CREATION_TRIES; tries > 0; tries -= 1) {
        const created = await createResource(context, resource, { isChecked: false, within, beside });
        const isUsable = await isConfirmed(context, created);
        if (!isUsable) continue;
        context.resources.keep(created.address);
        // A copy of a body that refers to it keeps the name, also if the client has chosen it.
        context.generator.nameBy(String(created.value));
        return created;
      }
      return undefined;
    });
  } catch (error) {
    if (error instanceof Skipped) return undefined;
    throw error;
  } finally {
    running.delete(resource);
  }
}

/** The resources that test cases are creating to refer to them. */
const beingReferredTo = oncePer((_: CaseContext["run"]) => new Set<Resource>());

/** The values of the path of a collection. @param parameters that it has */
async function outerPath(
  context: CaseContext,
  create: Operation,
  parameters: ReturnType<typeof pathParameters>,
  options: CreateOptions,
): Promise<{ path: readonly PathValue[]; parent: Created | undefined }> {
  const last = parameters.at(-1);
  if (!last) return { path: [], parent: undefined };
  const key = successExample(create)?.key ?? "";
  const given = parameters.flatMap(
    (parameter) => (parameter && targetFileValue(context, create, parameter, key)) ?? [],
  );
  if (given.length === parameters.length) return { path: given, parent: undefined };
  const scope = parameters.length === 1 ? await scopeFor(context, create) : undefined;
  if (scope) return { path: [scope], parent: undefined };
  const lastGiven = targetFileValue(context, create, last, key);
  if (lastGiven) {
    const { path, parent } = await outerPath(context, create, parameters.slice(0, -1), options);
    return { path: [...path, lastGiven], parent };
  }
  const outer = resourceOf(context.contract, create, last);
  if (!outer) throw new Skipped("a value of its path is missing");
  const [named] = creatingOperation(outer) ? [] : namedByParameter(context.contract, outer);
  const parent = await createResource(context, named ?? outer, options);
  if (!(await isConfirmed(context, parent))) {
    throw new Skipped("the run has not certainly created the resource it belongs to");
  }
  return { path: named ? parent.path.slice(-1) : parent.path, parent };
}

/** The identifier of the place of all resources, if a path begins with one. A list shows it. */
export async function scopeFor(context: CaseContext, operation: Operation): Promise<PathValue | undefined> {
  const scope = scopeOf(context.contract, operation);
  return scope && shownReference(context, scope.resource, (list) => pageOf(context, list));
}

/** Whether the run certainly created a resource. Reads it, perhaps after a while, if no response has shown it yet. */
export async function isConfirmed(context: CaseContext, created: Created): Promise<boolean> {
  const { address, resource, path, outer } = created;
  const { retrieve, list } = resource;
  if (context.resources.owns(address)) return true;
  const retrieval = retrieve && resourceRequest(context, retrieve, path);
  const listing = retrieval ? undefined : list && resourceRequest(context, list.operation, outer);
  if (retrieval) await readSettled(context, retrieval);
  if (listing) await context.send(listing);
  if (!retrieval && !listing) {
    for (const other of otherPathsOf(context.contract, resource)) await foundAt(context, other, created);
  }
  return context.resources.owns(address);
}

/** Reads a created resource by another path; undefined if no response shows there that it is the created one. */
export async function foundAt(
  context: CaseContext,
  resource: Resource,
  created: Created,
): Promise<Created | undefined> {
  for (const identifier of resource.identifiers()) {
    const value = identifierIn(jsonOf(created.exchange), identifier);
    if (value === undefined) continue;
    const path = pathBelow<PathValue>(resource, created.outer, { value, source: FROM_RESPONSE });
    const request = resource.retrieve && resourceRequest(context, resource.retrieve, path);
    const address = addressOf(
      resource.key,
      path.map((own) => own.value),
    );
    if (!request || address === undefined) continue;
    await readSettled(context, request);
    if (context.resources.owns(address)) return { ...created, resource, value, identifier, path, address };
  }
  return undefined;
}
