import type { Exchange } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { isSameId } from "#verify/relations/identifiers.js";
import { itemsOf } from "#verify/relations/list-items.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { readPages, withLargestPages } from "#verify/resources/lists/read-pages.js";
import { warnOfCreated } from "./retrieve.js";

/**
 * A created resource is listed. Lists may be filtered by default, so this is only a warning.
 *
 * @returns whether it is
 */
export async function expectListed(context: CaseContext, created: Created): Promise<boolean> {
  let last: Exchange | undefined;
  const isFound = await context.settle(
    () =>
      isListed(context, created, (exchange) => {
        last = exchange;
      }),
    (found) => found !== false,
  );
  const { list } = created.resource;
  if (isFound !== false || !list || !last || created.exchange.status === 202) return isFound === true;
  const message = `${list.operation.id} does not list the resource that ${created.create.id} created`;
  const expected = `an item with ${JSON.stringify(created.value)} at ${created.identifier.pointer}`;
  const received = `${itemsOf(list, last).length} items without it`;
  warnOfCreated(context, created, { message, expected, received, operation: created.create.id }, last);
  return false;
}

/** Whether a list has a created resource; undefined if it was not read to its end. */
export async function isListed(
  context: CaseContext,
  { resource: { list }, path, value }: Created,
  onPage: (exchange: Exchange) => void = () => {},
): Promise<boolean | undefined> {
  const request = list && resourceRequest(context, list.operation, path.slice(0, -1));
  if (!list || !request) return undefined;
  const { pages, ids, isComplete } = await readPages(context, list, withLargestPages(context, list, request));
  const last = pages.at(-1);
  if (last) onPage(last.exchange);
  if (ids.some((id) => isSameId(id, value))) return true;
  return isComplete && last ? false : undefined;
}
