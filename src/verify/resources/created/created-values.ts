import type { Json } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { withValue } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceOf } from "#statements/resources/find-resources.js";
import { identifierIn, isSameId } from "#statements/resources/identifying-values.js";
import { createdForPath } from "#statements/resources/other-paths.js";
import { endsInParameter, pathParameters } from "#statements/resources/path-parameters.js";
import { creatingOperation, pathBelow, type Resource } from "#statements/resources/resource.js";
import { isGone, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { type BodySpec, bodyMediaType, FROM_RESPONSE, type PathValue } from "#verify/model/request/request-spec.js";
import { mayHaveDataOfOthers } from "#verify/model/target/target.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { oncePerRun } from "#verify/model/test-case/once-per-run.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { clientIdentities, declaresName, resourceNamedBy } from "#verify/relations/client-identity.js";
import { namedByParameter } from "#verify/relations/paths-by-parameter.js";
import { withFreeIdentity } from "#verify/requests/free-identity.js";
import { valuesOf } from "#verify/requests/generated-parts.js";
import { successExample, targetFileValue } from "#verify/requests/known-values.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { addressOf } from "../address.js";
import { readSettled } from "../read-settled.js";
import { createResource } from "./create-resource.js";
import { CREATION_TRIES, type Created, foundAt, isConfirmed, type Surroundings } from "./created.js";

/**
 * A resource that the run creates for the test cases of one unsafe operation, and keeps until its end. Each operation has its
 * own one, because some archive or finish what they are sent to. Each test case of a DELETE has its own one: it may delete
 * what another one expects.
 *
 * @param isApart whether it belongs to new resources: the test case counts what else they have
 * @returns undefined if no resource can certainly be created
 */
export function createdFor(
  context: CaseContext,
  operation: Operation,
  { isApart = false } = {},
): Promise<Created | undefined> {
  const resource = resourceAt(context, operation);
  if (!resource || (isSafe(operation) && !context.isSecondRun)) return Promise.resolve(undefined);
  if (operation.method !== "delete") {
    return kept.get(context, operation, () => createAfterFirst(context, resource));
  }
  const known = ofTestCase(context);
  const created = known.get(operation) ?? createAfterFirst(context, resource, { isKept: false, isApart });
  known.set(operation, created);
  return created;
}

/**
 * Another resource for the test cases of an unsafe operation. It replaces the one that the run created for them, and that
 * requests have consumed.
 *
 * @param used the identifier of the resource that is consumed
 * @returns undefined if the run did not create that one for them, or can create no other one
 */
export async function recreatedFor(
  context: CaseContext,
  operation: Operation,
  used: Json,
): Promise<Created | undefined> {
  if (isSafe(operation) || operation.method === "delete") return undefined;
  const created = await createdFor(context, operation);
  if (!created || !isSameId(created.value, used)) return undefined;
  kept.forget(context, operation);
  return createdFor(context, operation);
}

/** The resources that the run keeps, by the operation that they were created for. */
const kept = oncePerRun<Operation, Created | undefined>();

/** The first resources that the run created, by their kinds. */
const firsts = oncePerRun<string, Created | undefined>();

/** The resources that the run created and deleted, by their kinds. */
const deletedOnes = oncePerRun<string, Created | undefined>();

/** The resources of single test cases, by the operation that may delete them. */
const ofTestCase = oncePer((_: CaseContext) => new Map<Operation, Promise<Created | undefined>>());

interface UseOptions {
  /** Whether it is kept until the end of the run (default: it is). */
  isKept?: boolean;
  /** Whether it belongs to new resources (default: it may be beside others). */
  isApart?: boolean;
}

/** If the first resource cannot be created, others cannot either. */
async function createAfterFirst(
  context: CaseContext,
  resource: Resource,
  options: UseOptions = {},
): Promise<Created | undefined> {
  let own: Promise<Created | undefined> | undefined;
  const first = await firsts.get(context, resource.key, () => {
    own = createUsable(context, resource, options);
    return own;
  });
  // It may be that only the test case of the removal may create one.
  const mayDiffer = first !== undefined || context.resources.isLasting(resource.key);
  return own ?? (mayDiffer ? createUsable(context, resource, options) : undefined);
}

/** The resource that an operation is sent to, if another operation creates it. That may have another path. */
function resourceAt({ contract, target }: CaseContext, operation: Operation): Resource | undefined {
  const last = pathParameters(operation).at(-1);
  if (!target.keepsState) return undefined;
  const resource = last ? resourceOf(contract, operation, last) : resourceNamedBy(contract, operation);
  if (!resource || resource.create === operation) return undefined;
  const others = [...createdForPath(contract, resource), ...namedByParameter(contract, resource)];
  return creatingOperation(resource) || others.length > 0 ? resource : undefined;
}

/** A resource that the run certainly created, and keeps until its end (default); undefined if there is none. */
export async function createUsable(
  context: CaseContext,
  resource: Resource,
  { isKept = true, isApart = false }: UseOptions = {},
): Promise<Created | undefined> {
  try {
    if (!creatingOperation(resource)) return await createForPath(context, resource, isKept);
    for (let tries = CREATION_TRIES; tries > 0; tries -= 1) {
      const around = isApart ? undefined : await commonParent(context, resource);
      const created = await createBeside(context, resource, around);
      const isUsable = await isConfirmed(context, created);
      if (isUsable && isKept) keep(context, created);
      if (isUsable) return created;
      await findByOtherFields(context, created);
    }
    return undefined;
  } catch (error) {
    if (error instanceof Skipped) return undefined;
    throw error;
  }
}

/** The resources that the run created to have others below them, by their kinds. */
const parents = oncePerRun<string, Created | undefined>();

/** The kinds of resources of which a target accepts no further one beside others. */
const single = oncePer((_: CaseContext["run"]) => new Set<string>());

/**
 * The resource to which those of a kind belong that test cases use. Deep documents would create one for each otherwise.
 * Undefined if each needs a new one, or the target file gives it.
 */
async function commonParent(context: CaseContext, resource: Resource): Promise<Surroundings | undefined> {
  const { create, key } = resource;
  const last = create && pathParameters(create).at(-1);
  const around = last && resourceOf(context.contract, create, last);
  if (!create || !around?.create || resource.isCreatedElsewhere || single(context.run).has(key)) return undefined;
  const example = successExample(create)?.key ?? "";
  const isGiven = pathParameters(create).some(
    (parameter) => parameter && targetFileValue(context, create, parameter, example),
  );
  if (isGiven) return undefined;
  const parent = await parents.get(context, around.key, () => createUsable(context, around));
  return parent && context.resources.owns(parent.address) ? { outer: parent.path, parent } : undefined;
}

/** Creates a resource beside others, and below a new one if the target accepts none there. @throws Skipped if it accepts none */
async function createBeside(
  context: CaseContext,
  resource: Resource,
  around: Surroundings | undefined,
): Promise<Created> {
  const options = { isChecked: false };
  if (!around) return createResource(context, resource, options);
  try {
    return await createResource(context, resource, { ...options, beside: around });
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    single(context.run).add(resource.key);
    return createResource(context, resource, options);
  }
}

/** Keeps a resource until the end of the run, and those that it belongs to. */
function keep({ resources }: CaseContext, created: Created): void {
  for (let kept: Created | undefined = created; kept; kept = kept.parent) resources.keep(kept.address);
}

/**
 * A resource that the run created, by another path than its own. A read found it there, or the parameter of the path names
 * such a resource. Undefined if there is none.
 */
async function createForPath(context: CaseContext, resource: Resource, isKept: boolean): Promise<Created | undefined> {
  for (const other of createdForPath(context.contract, resource)) {
    const created = await createResource(context, other, { isChecked: false });
    const found = await foundAt(context, resource, created);
    if (found && isKept) keep(context, created);
    if (found) return found;
  }
  for (const other of namedByParameter(context.contract, resource)) {
    const created = await createUsable(context, other, { isKept });
    const path = created && pathBelow<PathValue>(resource, [], { value: created.value, source: FROM_RESPONSE });
    const address = created && addressOf(resource.key, [created.value]);
    if (created && path && address !== undefined && context.resources.owns(address))
      return { ...created, resource, path, address };
  }
  return undefined;
}

/** Reads a resource by the other fields that may identify it. The ledger remembers the field by which it was found. */
async function findByOtherFields(context: CaseContext, created: Created): Promise<void> {
  const { retrieve } = created.resource;
  for (const identifier of created.resource.identifiers()) {
    const value = identifierIn(jsonOf(created.exchange), identifier);
    if (!retrieve || value === undefined || isSameId(value, created.value)) continue;
    const request = resourceRequest(context, retrieve, [
      ...created.path.slice(0, -1),
      { value, source: FROM_RESPONSE },
    ]);
    if (request && isSuccess(await context.send(request))) return;
  }
}

/** The body with a name that no resource of others can have. It is a free one, or that of a resource of the run. */
export async function withSafeIdentity(
  context: CaseContext,
  operation: Operation,
  body: BodySpec | undefined,
): Promise<BodySpec | undefined> {
  return body && withOwnIdentity(context, operation, withFreeIdentity(context, operation, body));
}

/**
 * The body of a PUT or PATCH without a path parameter, such as `PUT /pets`. It has the name of a resource that the run
 * created for it. Any other body stays as it is.
 */
async function withOwnIdentity(context: CaseContext, operation: Operation, body: BodySpec): Promise<BodySpec> {
  const isNamed = operation.method !== "post" && !endsInParameter(operation.path);
  const resource = isNamed ? resourceNamedBy(context.contract, operation) : undefined;
  const mediaType = bodyMediaType(operation, body);
  if (!resource || !mediaType || !mayHaveDataOfOthers(context.target) || !("value" in body)) return body;
  const name = (await createdFor(context, operation))?.value;
  if (name === undefined) return body;
  const [identity] = clientIdentities(context.contract, operation, body.value);
  // An optional field of a generated body is left out.
  const pointers = identity ? [identity.pointer] : resource.identifiers().map(({ pointer }) => pointer);
  for (const pointer of pointers) {
    const value = withValue(body.value, pointer, name);
    if (value === undefined || !declaresName(context.contract, operation, value, pointer)) continue;
    if (valuesOf(context).isValid(mediaType, value, "request")) return { ...body, value };
  }
  return body;
}

/**
 * The path of a resource that the run created and deleted, so that it identifies nothing. A generated number or short text
 * could be in use.
 *
 * @returns undefined if the document has no operations for it, or the target rejects them
 */
export async function deletedPath(context: CaseContext, operation: Operation): Promise<Created["path"] | undefined> {
  const last = pathParameters(operation).at(-1);
  const resource = last && resourceOf(context.contract, operation, last);
  if (!resource?.remove || !creatingOperation(resource)) return undefined;
  const { key } = resource;
  const deleted = await deletedOnes.get(context, key, () => createAndDelete(context, resource));
  if (!deleted || context.resources.hasRemoved(deleted.address) || (await isFoundDeleted(context, deleted)))
    return deleted?.path;
  // The target gave the identifier to another resource.
  deletedOnes.forget(context, key);
  return (await deletedOnes.get(context, key, () => createAndDelete(context, resource)))?.path;
}

/** Whether a read shows that a deleted resource is gone. Its deletion may take effect a little later. */
async function isFoundDeleted(context: CaseContext, { resource, path, address }: Created): Promise<boolean> {
  const retrieval = resource.retrieve && resourceRequest(context, resource.retrieve, path);
  if (retrieval) await readSettled(context, retrieval, isGone);
  return context.resources.hasRemoved(address);
}

async function createAndDelete(context: CaseContext, resource: Resource): Promise<Created | undefined> {
  const { remove } = resource;
  const created = await createUsable(context, resource);
  // Many servers give the highest number again after its deletion, so another resource has to follow.
  const next = created && (await createUsable(context, resource));
  const request = next && remove && resourceRequest(context, remove, created.path);
  const removed = request && (await context.send(request));
  if (!removed || !isSuccess(removed)) return undefined;
  return (await isFoundDeleted(context, created)) ? created : undefined;
}
