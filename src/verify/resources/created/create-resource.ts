import { asObject, type Json } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceOf } from "#statements/resources/find-resources.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { creatingOperation, namingOperation, type Resource } from "#statements/resources/resource.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { BodySpec, PathValue } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { namedByParameter } from "#verify/relations/paths-by-parameter.js";
import { successExample, targetFileValue } from "#verify/requests/known-values.js";
import { likelyBodies, resourceRequest } from "#verify/requests/resource-request.js";
import { firstAccepted } from "../accepted/first-accepted.js";
import { newName } from "../permission/new-names.js";
import {
  type Created,
  type CreateOptions,
  type Creation,
  createdBy,
  createdByName,
  isConfirmed,
  type Surroundings,
} from "./created.js";
import { type Create, type Referring, referredResource, scopeFor } from "./references.js";

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

/**
 * The identifier of a resource that a field of a body refers to. The run creates one. Where the document creates none, it is
 * one that a response showed. A run adds nothing to the resources of others.
 *
 * @param operation whose body has the field
 * @param used a value that cannot be used any more: the run creates another resource, if it created that one
 */
export function referenceFor(
  context: CaseContext,
  operation: Operation,
  field: string,
  used?: Json,
  place: Referring = {},
): Promise<Json | undefined> {
  const create: Create = (resource, options) => createResource(context, resource, options);
  return referredResource(context, { operation, field, used, ...place }, create);
}
