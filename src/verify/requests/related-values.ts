import type { JsonObject } from "#openapi/document/document.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { type Exchange, isRejection, isSuccess, jsonOf } from "../model/request/exchange.js";
import type { ParameterValue, RequestSpec, ValueSource } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { resourceOf } from "../relations/find-resources.js";
import { identifierIn } from "../relations/identifiers.js";
import { itemsAt } from "../relations/list-items.js";
import { pathParameters } from "../relations/path-parameters.js";
import type { Identified, ListOperation, Resource } from "../relations/resource.js";

/** Makes a request with values that exist on the target; undefined if a value is missing. */
export type RequestFor = (context: CaseContext, operation: Operation) => Promise<RequestSpec | undefined>;

/** How many items of a list are tried. */
const TRIES = 3;

/**
 * A value of a path parameter from the list of its resources, where no extension states the relation. The value is tried, and
 * used if the target does not reject it.
 */
export async function relatedValue(
  context: CaseContext,
  operation: Operation,
  parameter: Parameter,
  requestFor: RequestFor,
): Promise<ParameterValue | undefined> {
  const values = await context.shared.get(`related values of ${operation.id}`, () =>
    relatedValues(context, operation, requestFor),
  );
  return values.find((each) => each.parameter === parameter);
}

/** Values of all path parameters of an operation; an empty list if there are none, or the target rejects them. */
async function relatedValues(
  context: CaseContext,
  operation: Operation,
  requestFor: RequestFor,
): Promise<readonly ParameterValue[]> {
  const parameters = pathParameters(operation);
  const last = parameters.at(-1);
  const resource = last && resourceOf(context.contract, operation, last);
  if (!last || !resource?.list) return [];
  const read = await readList(context, resource.list, requestFor);
  if (!read) return [];
  const source: ValueSource = { kind: "list", operation: resource.list.operation.id };
  // The list of a nested resource belongs to one parent.
  const outer = pathParameters(resource.list.operation).flatMap((each, index): ParameterValue[] => {
    const value = read.request.parameters.find(({ parameter }) => parameter === each)?.value;
    const parameter = parameters[index];
    return value === undefined || !parameter ? [] : [{ parameter, value, source }];
  });
  if (outer.length + 1 < parameters.length) return [];
  for (const { value } of samplesOf(identifiedItems(resource, read.items), TRIES)) {
    const values = [...outer, { parameter: last, value, source }];
    if (!isSafe(operation) || !(await isRejected(context, operation, values))) return values;
  }
  return [];
}

/** Whether the target rejects the values. They cannot be tried if the operation requires others, which it may lack. */
async function isRejected(
  context: CaseContext,
  operation: Operation,
  parameters: readonly ParameterValue[],
): Promise<boolean> {
  const requiresMore = operation.parameters.some((each) => each.required && each.in !== "path");
  return !requiresMore && isRejection(await context.send({ operation, parameters }));
}

/** The first page of a list, its request and its items. */
export interface ListReading {
  request: RequestSpec;
  exchange: Exchange;
  items: JsonObject[];
}

/** Reads the first page of a list, once for all test cases; undefined if it cannot be read. */
export function readList(
  context: CaseContext,
  { operation, items }: ListOperation,
  requestFor: RequestFor,
): Promise<ListReading | undefined> {
  return context.shared.get(`first page of ${operation.id}`, async () => {
    const request = await requestFor(context, operation);
    const exchange = request && (await context.send(request));
    if (!exchange || !isSuccess(exchange)) return undefined;
    return { request, exchange, items: itemsAt(jsonOf(exchange), items) };
  });
}

/** The items that have a value which may identify them. The first likely field that any item has counts. */
export function identifiedItems(resource: Resource, items: readonly JsonObject[]): Identified[] {
  for (const identifier of resource.identifiers()) {
    const found = items.flatMap((item): Identified[] => {
      const value = identifierIn(item, identifier);
      return value === undefined ? [] : [{ item, value, identifier }];
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** Up to so many items: one in the middle first, because others may add and delete at the ends. */
export function samplesOf<Item>(items: readonly Item[], count: number): Item[] {
  const middle = Math.floor(items.length / 2);
  const order = [middle, 0, items.length - 1, ...items.keys()];
  return [...new Set(order)].flatMap((index) => items[index] ?? []).slice(0, count);
}
