import { isObject } from "#openapi/document/document.js";
import { identifierIn, isSameId } from "#statements/resources/identifying-values.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { type Identified, type Identifier, pathBelow, type Resource } from "#statements/resources/resource.js";
import type { Basis } from "../model/finding/kinds.js";
import { type Exchange, isSuccess, jsonOf } from "../model/request/exchange.js";
import type { PathValue, RequestSpec, ValueSource } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { identifiedItems, samplesOf } from "../relations/identified-items.js";
import { resourceRequest } from "../requests/resource-request.js";
import type { FirstPage } from "./lists/read-list.js";
import { firstPageOf } from "./valid-request.js";

/** How many items are retrieved at most, to see whether a relation holds. */
const RELATION_TRIES = 2;

/** The name of the relation between a field of a resource and its path parameter, in one run. */
export function relationKey({ key }: Resource, { pointer }: Identifier): string {
  return `${key} ${pointer}`;
}

/**
 * The relation between a field of the response to a creation and the path parameter of its resource: `201
 * /data/id`. Its values are the status of the response and the place of the field in its body.
 */
export function creationKey(resource: Resource, identifier: Identifier): string {
  return `creation of ${relationKey(resource, identifier)}`;
}

/** How a resource was found by an identifier. */
export type Retrieval = "found" | "missing" | "other" | "unclear";

/** Reads how a resource was found from the response, and remembers that the relation holds. */
export function retrievalOf(
  { corroboration }: CaseContext,
  resource: Resource,
  { identifier, value }: Pick<Identified, "identifier" | "value">,
  exchange: Exchange,
): Retrieval {
  if (exchange.status === 404 || exchange.status === 410) return "missing";
  const body = jsonOf(exchange);
  const found = isSuccess(exchange) && isObject(body) ? identifierIn(body, identifier) : undefined;
  if (found === undefined) return "unclear";
  if (!isSameId(found, value)) return "other";
  corroboration.add(relationKey(resource, identifier), String(value).toLowerCase());
  return "found";
}

/**
 * The basis of a finding about one resource. If the run has not seen a resource found by the same field, it looks
 * for some in the list. A resource that was found itself shows the relation too: later requests have the same path.
 */
export async function relationBasis(
  context: CaseContext,
  resource: Resource,
  { identifier, value }: Pick<Identified, "identifier" | "value">,
): Promise<Basis> {
  if (identifier.basis === "stated") return "stated";
  const key = relationKey(resource, identifier);
  const isHeld = () => context.corroboration.values(key).size > 0;
  if (!isHeld() && resource.list && resource.retrieve) {
    const read = await firstPageOf(context, resource.list);
    const otherItems = identifiedItems(resource, read?.items ?? []).filter((item) => !isSameId(item.value, value));
    for (const item of read ? samplesOf(otherItems, RELATION_TRIES) : []) {
      const request = read && itemRequest(context, resource, read, item);
      if (request) retrievalOf(context, resource, item, await context.send(request));
    }
  }
  return isHeld() ? "observed" : "inferred";
}

/** The request that retrieves a listed item; undefined if it cannot be made. */
export function itemRequest(
  context: CaseContext,
  resource: Resource,
  { request }: FirstPage,
  { value, source }: Pick<Identified, "value"> & { source?: ValueSource },
): RequestSpec | undefined {
  const { retrieve, list } = resource;
  if (!retrieve || !list) return undefined;
  const outer = pathParameters(list.operation).flatMap(
    (wanted) => request.parameters.find(({ parameter }) => parameter === wanted) ?? [],
  );
  const listed = { kind: "list", operation: list.operation.id } as const;
  return resourceRequest(context, retrieve, pathBelow<PathValue>(resource, outer, { value, source: source ?? listed }));
}
