import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { ListOperation } from "#statements/list-items.js";
import type { Resource } from "#statements/resources/resource.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import type { RequestSpec, ValueSource } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { identifiedItems } from "#verify/relations/identified-items.js";
import { itemsOf } from "#verify/relations/list-items.js";
import { addressOf } from "../address.js";
import { type FirstPage, firstPages } from "./read-list.js";

/**
 * The first page of a list, read once for all test cases; undefined if it cannot be read.
 *
 * @param requestsOf the requests that may show it. A further one is sent if the page before has no items
 */
export function readFirstPage(
  context: CaseContext,
  list: ListOperation,
  requestsOf: () => Promise<readonly RequestSpec[]>,
): Promise<FirstPage | undefined> {
  return firstPages.get(context, list.operation, async () => {
    let first: FirstPage | undefined;
    for (const request of await requestsOf()) {
      const exchange = await context.send(request);
      const page = isSuccess(exchange) ? { request, items: itemsOf(list, exchange) } : undefined;
      if (page?.items.length) return page;
      first ??= page;
      if (!first) return undefined;
    }
    return first;
  });
}

/** The identifier of a resource that exists. */
interface Reference {
  value: Json;
  source: ValueSource;
}

/**
 * The identifier of a resource that exists, by the best evidence: its list shows it, or else another response. Resources of
 * the run may be removed at any moment, so others come first. The same one is chosen in each run, whatever the order of the
 * responses is.
 *
 * @param readPage reads the first page of the list (default: it is not read)
 */
export async function shownReference(
  context: CaseContext,
  resource: Resource,
  readPage: (list: ListOperation) => Promise<FirstPage | undefined> | undefined = () => undefined,
): Promise<Reference | undefined> {
  const { list } = resource;
  const listed = async () => list && inPage(context, resource, list, await readPage(list));
  // A list that needs a value may need one of this kind.
  const isFree = list?.operation.parameters.every(({ required }) => !required) === true;
  return (isFree ? await listed() : undefined) ?? shownFirst(context, resource) ?? listed();
}

function inPage(
  context: CaseContext,
  resource: Resource,
  { operation }: ListOperation,
  page: FirstPage | undefined,
): Reference | undefined {
  const values = identifiedItems(resource, page?.items ?? []).map(({ value }) => value);
  const value = values.find((shown) => !isOwn(context, resource, [shown])) ?? values[0];
  return value === undefined ? undefined : { value, source: { kind: "list", operation: operation.id } };
}

/** A resource that responses showed: one that its list showed, or else the first one by its text. */
function shownFirst(context: CaseContext, resource: Resource): Reference | undefined {
  const rankOf = ({ values, source }: { values: readonly Json[]; source: ValueSource }) => {
    const isListed = source.kind === "list" && source.operation === resource.list?.operation.id;
    return `${Number(isOwn(context, resource, values))}${Number(!isListed)} ${jsonText(values)}`;
  };
  const [first] = context.shown
    .pathsOf(resource.key)
    .map((path) => ({ path, rank: rankOf(path) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
  const value = first?.path.values.at(-1);
  return value === undefined || !first ? undefined : { value, source: first.path.source };
}

function isOwn({ resources }: CaseContext, { key }: Resource, values: readonly Json[]): boolean {
  return resources.owns(addressOf(key, values) ?? "");
}
