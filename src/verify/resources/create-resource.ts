import type { Operation } from "../../openapi/operation.js";
import type { CaseContext } from "../model/case-context.js";
import { type Exchange, isGone, isSuccess, jsonOf } from "../model/exchange.js";
import { anyResponse } from "../model/expectation.js";
import { FROM_RESPONSE, type PathValue } from "../model/request-spec.js";
import { Skipped } from "../model/skipped.js";
import { resourceOf } from "../relations/find-resources.js";
import { identifierIn } from "../relations/identifiers.js";
import { lastValueIn, pathParameters } from "../relations/path-parameters.js";
import type { Resource } from "../relations/resource.js";
import { type Creation, identifiesResource, isNew } from "./ownership.js";
import { likelyBodies, resourceRequest } from "./resource-request.js";
import { successExample, targetFileValue } from "./valid-request.js";

/** A resource that this run created. */
export interface Created extends Creation {
  /** The values of the path, its own value last. */
  path: readonly PathValue[];
  /** The resource that it belongs to, if the run created that too. */
  parent: Created | undefined;
  /** Whether the value certainly identifies it. */
  isIdentified: boolean;
  /** Whether it certainly did not exist before. */
  isNew: boolean;
}

interface CreateOptions {
  /** Whether the responses are checked (default: true). Test cases of other operations do not report them once more. */
  isChecked?: boolean;
}

/**
 * Creates a resource, and before it the resource that it belongs to: a run writes only to what it created, or what the
 * target file gives.
 *
 * @throws Skipped if the target rejects it, or its response does not identify it
 */
export async function createResource(
  context: CaseContext,
  resource: Resource,
  { isChecked = true }: CreateOptions = {},
): Promise<Created> {
  const { create } = resource;
  if (!create) throw new Skipped("the resource it belongs to cannot be created");
  const { path, parent } = await outerPath(context, create, { isChecked });
  const { request, exchange } = await sendFirstAccepted(context, create, path, { isChecked });
  const created = await createdBy(context, { resource, create, request, exchange }, path, parent);
  if (!created) throw new Skipped("the response has no value that identifies the created resource");
  return created;
}

/** The resource that a request created; undefined if the response does not identify it. */
export async function createdBy(
  context: CaseContext,
  facts: Pick<Creation, "resource" | "create" | "request" | "exchange">,
  path: readonly PathValue[],
  parent?: Created,
): Promise<Created | undefined> {
  const { resource, create, exchange } = facts;
  context.trackCreated(create, exchange);
  const found = identify(resource, exchange);
  if (!found) return undefined;
  const own = { value: found.value, source: FROM_RESPONSE };
  const creation = { ...facts, ...found };
  return {
    ...creation,
    ...{ parent, path: [...path, own] },
    isIdentified: identifiesResource(context, creation),
    isNew: await isNew(context, creation),
  };
}

/** Sends bodies until the target accepts one. @throws Skipped if it rejects all */
async function sendFirstAccepted(
  context: CaseContext,
  create: Operation,
  path: readonly PathValue[],
  { isChecked }: CreateOptions,
) {
  let status = 0;
  for (const body of likelyBodies(context, create)) {
    const request = resourceRequest(context, create, path, body);
    if (!request) throw new Skipped("a value of its path is missing");
    const exchange = await context.send(request);
    if (isChecked) await context.check(request, anyResponse(create, "the request is allowed"), exchange);
    if (isSuccess(exchange)) return { request, exchange };
    status = exchange.status;
  }
  throw new Skipped(`the target rejected the new resource with ${status}`);
}

/** The values of the path of a collection. */
async function outerPath(
  context: CaseContext,
  create: Operation,
  options: CreateOptions,
): Promise<{ path: readonly PathValue[]; parent: Created | undefined }> {
  const parameters = pathParameters(create);
  const last = parameters.at(-1);
  if (!last) return { path: [], parent: undefined };
  const key = successExample(create)?.key ?? "";
  const given = parameters.flatMap((each) => (each && targetFileValue(context, create, each, key)) ?? []);
  if (given.length === parameters.length) return { path: given, parent: undefined };
  const outer = resourceOf(context.contract, create, last);
  if (!outer) throw new Skipped("a value of its path is missing");
  const parent = await createResource(context, outer, options);
  if (!isWritable(parent)) throw new Skipped("the run has not certainly created the resource it belongs to");
  return { path: parent.path, parent };
}

/** The field of the response that identifies the created resource, or the address in `Location` (RFC 9110, 10.2.2). */
function identify(resource: Resource, exchange: Exchange): Pick<Creation, "identifier" | "value"> | undefined {
  const identifiers = resource.identifiers();
  for (const identifier of identifiers) {
    const value = identifierIn(jsonOf(exchange), identifier);
    if (value !== undefined) return { identifier, value };
  }
  const value = lastValueIn(exchange.headers.get("location") ?? "", resource.key);
  const [identifier] = identifiers;
  if (value === undefined) return undefined;
  const place = resource.create?.pointer ?? "#";
  return { value, identifier: identifier ?? { pointer: "/id", origin: "inferred", places: [place] } };
}

/** Whether the run may change and delete a resource: it certainly created the resource that the path names. */
export function isWritable({ isIdentified, isNew: isOwn }: Pick<Created, "isIdentified" | "isNew">): boolean {
  return isIdentified && isOwn;
}

/** Deletes what is left of a resource and of the ones that it belongs to, if the document has operations for it. */
export async function removeCreated(context: CaseContext, created: Created | undefined): Promise<void> {
  for (let each = created; each; each = each.parent) {
    const { remove } = each.resource;
    const request = remove && isWritable(each) && resourceRequest(context, remove, each.path);
    const removed = request && (await context.send(request));
    if (removed && (isSuccess(removed) || isGone(removed))) context.untrack(each.exchange);
  }
}
