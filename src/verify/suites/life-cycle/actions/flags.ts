import { isObject, type JsonObject } from "#openapi/document/document.js";
import { parentOf, pointerNames, valueAt } from "#openapi/document/pointer.js";
import { filtersOf } from "#statements/filters.js";
import { flagFiltersOf } from "#statements/flag-filters.js";
import { listOf } from "#statements/paging/paging.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { listingOf } from "#statements/resources/resource.js";
import { changedFlags, flaggedBy, sameFlags } from "#verify/judges/life-cycle/flags.js";
import { isListedIn, itemsFor } from "#verify/judges/life-cycle/listed.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { firstPages, type Listing, readList } from "#verify/resources/lists/read-list.js";
import { filteredBy, sent, withParameters } from "#verify/resources/lists/read-pages.js";

/** The most lists that are read for the flags of one resource. */
const MOST_LISTS = 2;

/**
 * A flag that an action has changed shows in lists as well. A list selects by who has set it. Items of other lists have the
 * resource inside them.
 */
export async function expectFlags(
  context: CaseContext,
  created: Created,
  before: JsonObject,
  after: JsonObject,
): Promise<void> {
  const flags = changedFlags(before, after);
  if (flags.length === 0) return;
  await expectSelected(context, created, flags, after);
  await expectSameInside(context, created, flags, after);
}

/** The person who has created the resource has set its flag, or has not. Others have not. */
async function expectSelected(
  context: CaseContext,
  created: Created,
  flags: readonly string[],
  shown: JsonObject,
): Promise<void> {
  const { document } = context.contract;
  const list = created.create === created.resource.retrieve ? undefined : listingOf(created.resource);
  const request = list && resourceRequest(context, list.operation, created.outer);
  const filter = list && flagFiltersOf(document, list).find(({ flag }) => flags.includes(flag));
  const own = filter && valueAt(shown, filter.person);
  if (!list || !request || !filter || typeof own !== "string") return;
  const people = (await firstPages.known(context, list.operation))?.items.map((item) => valueAt(item, filter.person));
  const other = people?.find((person) => typeof person === "string" && person !== own);
  for (const person of [own, other]) {
    if (typeof person !== "string") continue;
    const hasSet = person === own && shown[filter.flag] === true;
    const listing = await readList(context, list, withParameters(request, [sent(filter.parameter, person)]), {
      isEnough: (page) => itemsFor(page, created).length > 0,
      isWanted: (read) => isListedIn(read, created) === hasSet,
    });
    if (listing) context.judge(flaggedBy(created, list.operation, filter, { person, hasSet }, listing));
  }
}

/** Lists whose items have the resource inside them, and that select by it: the stories of an author. */
async function expectSameInside(
  context: CaseContext,
  created: Created,
  flags: readonly string[],
  shown: JsonObject,
): Promise<void> {
  const { document, operations } = context.contract;
  const name = pointerNames(created.identifier.pointer).at(-1);
  const lists = operations.flatMap((operation) => {
    const isWhole = operation.method === "get" && pathParameters(operation).length === 0;
    const list = isWhole ? listOf(document, operation) : undefined;
    const filter = list && filtersOf(document, list).find(({ pointer }) => isInside(pointer, name));
    return list && filter ? [{ list, filter }] : [];
  });
  for (const { list, filter } of lists.slice(0, MOST_LISTS)) {
    const around = parentOf(filter.pointer);
    const copiesIn = ({ items }: Pick<Listing, "items">) =>
      items.flatMap((item) => {
        const copy = valueAt(item, around);
        return isObject(copy) && isSameId(valueAt(item, filter.pointer), created.value) ? [copy] : [];
      });
    const request = resourceRequest(context, list.operation, []);
    const found = (read: Listing) =>
      sameFlags(created, list.operation, { flags, shown, copies: copiesIn(read) }, read.exchange);
    const listing =
      request &&
      (await readList(context, list, withParameters(request, [filteredBy(filter, String(created.value))]), {
        isEnough: () => true,
        isWanted: (read) => found(read).length === 0,
      }));
    if (listing) context.judge(found(listing));
  }
}

/** Whether a place in an item is a field of this name in an object. */
function isInside(pointer: string, name: string | undefined): boolean {
  const names = pointerNames(pointer);
  return names.length > 1 && name !== undefined && names.at(-1) === name;
}
