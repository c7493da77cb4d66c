import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { oncePer } from "#openapi/document/once-per.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import { kindsInRole, kindsNamed } from "#statements/references/names-of-resources.js";
import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import { collectionPath, pathKey } from "#statements/resources/path-parameters.js";
import { creatingOperation, type Resource } from "#statements/resources/resource.js";
import { scopeOf } from "#statements/resources/scopes.js";
import type { PathValue } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { oncePerRun } from "#verify/model/test-case/once-per-run.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { usedParameters } from "#verify/requests/known-values.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { readFirstPage, shownReference } from "../lists/first-page.js";
import { type FirstPage, firstPages } from "../lists/read-list.js";
import { CREATION_TRIES, type Created, type CreateOptions, isConfirmed, type Surroundings } from "./created.js";

/** The place of a body that refers to other resources. */
export interface Referring {
  /** The resources that are being created for each other. */
  within?: ReadonlySet<Resource> | undefined;
  /** The resource around the new one. The body may name others in it (default: none). */
  around?: Surroundings | undefined;
}

/** A field of a body that refers to a resource. */
interface Reference extends Referring {
  operation: Operation;
  field: string;
  /** A value that cannot be used any more. */
  used: Json | undefined;
}

/** Creates a resource. @throws Skipped if the target rejects it, or nothing identifies it */
export type Create = (resource: Resource, options: CreateOptions) => Promise<Created>;

/**
 * The identifier of a resource that a field refers to. It is a new one. Where the document creates none, a response showed it.
 * A used value gives way to another one.
 */
export async function referredResource(
  context: CaseContext,
  { operation, field, used, within = new Set(), around }: Reference,
  create: Create,
): Promise<Json | undefined> {
  const own = resourceCreatedBy(context.contract, operation);
  const waiting = new Set([...within, ...(own ? [own] : [])]);
  const named = kindsNamed(context.contract, field);
  // A field that names a role may have any value: only a new resource is tried for it.
  const inRole = named.length > 0 ? [] : kindsInRole(context.contract, field);
  const kinds = [...named, ...inRole.filter(({ resource }) => creatingOperation(resource))];
  for (const { resource } of kinds) {
    if (resource.create === operation) continue;
    const beside = resource.position > 0 && around && isIn(resource, operation) ? around : undefined;
    if (resource.position > 0 && !beside) continue;
    const wanted = { resource, beside };
    if (used !== undefined && !(await isReplaced(context, wanted, used, within.size > 0))) continue;
    const value = creatingOperation(resource)
      ? (await createdToReferTo(context, wanted, { around: waiting, isNested: within.size > 0 }, create))?.value
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

/** The identifier of the place of all resources, if a path begins with one. A list shows it. */
export async function scopeFor(context: CaseContext, operation: Operation): Promise<PathValue | undefined> {
  const scope = scopeOf(context.contract, operation);
  return scope && shownReference(context, scope.resource, (list) => pageOf(context, list));
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
  { around, isNested }: { around: ReadonlySet<Resource>; isNested: boolean },
  create: Create,
): Promise<Created | undefined> {
  const { resource, beside } = referred;
  const running = beingReferredTo(context.run);
  if (around.has(resource) || (isNested && running.has(resource))) return undefined;
  try {
    return await referredTo.get(context, keyOf(referred), async () => {
      running.add(resource);
      const within = new Set([...around, resource]);
      for (let tries = CREATION_TRIES; tries > 0; tries -= 1) {
        const created = await create(resource, { isChecked: false, within, beside });
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
