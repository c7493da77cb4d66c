import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { type Filter, filtersOf, filterValues } from "#statements/filters.js";
import { isTimestamp } from "#statements/moments.js";
import { finds, searchOf } from "#statements/searches.js";
import { isFiltered, itemsFor } from "#verify/judges/life-cycle/listed.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { type Listing, readList } from "#verify/resources/lists/read-list.js";
import { filteredBy, sent, withParameters } from "#verify/resources/lists/read-pages.js";

/** By how many filters a created resource is looked for. */
const FILTERS = 4;

/**
 * Looks for a created resource by the filters of its list. Values that nothing else has come first: generated texts, and what
 * the run created for it.
 *
 * @param shown the resource
 * @param before the resource by whose values it was looked for already (default: none)
 */
export async function expectFiltered(
  context: CaseContext,
  created: Created,
  shown: JsonObject,
  before: JsonObject = {},
): Promise<void> {
  const { list } = created.resource;
  if (!list) return;
  const filters = filtersOf(context.contract.document, list).flatMap((filter) => {
    const known = filterValues(filter, before);
    const values = filterValues(filter, shown).filter(
      (value) => !known.includes(value) && (filter.members?.includes(value) ?? true),
    );
    const own = values.find((value) => isOwn(context, created, value));
    const [value = undefined] = own === undefined ? values : [own];
    return value === undefined ? [] : [{ filter, value, rank: own === undefined ? 1 : 0 }];
  });
  const likely = filters.toSorted((one, other) => one.rank - other.rank).slice(0, FILTERS);
  for (const { filter, value } of likely) await expectFoundBy(context, created, filter, value);
}

/** Whether only this resource has a value: it was generated for it, or identifies another resource that the run created. */
function isOwn({ generator, resources }: CaseContext, { request }: Created, value: Json): boolean {
  if (typeof value !== "string" || value.length < MIN_LENGTH) return false;
  const body = jsonText(request.body ?? {});
  return generator.isGenerated(value) || (body.includes(value) && resources.hasIdentifier(value));
}

const MIN_LENGTH = 4;

async function expectFoundBy(context: CaseContext, created: Created, filter: Filter, value: Json): Promise<void> {
  const { list } = created.resource;
  const whole = list && resourceRequest(context, list.operation, created.outer);
  if (!list || !whole) return;
  const request = withParameters(whole, [filteredBy(filter, value)]);
  const hasOwn = (shown: Pick<Listing, "items">) => itemsFor(shown, created).length > 0;
  const read = await readList(context, list, request, { isEnough: hasOwn, isWanted: hasOwn });
  if (read) context.judge(isFiltered(created, list.operation, { filter, value }, read));
}

/** In how many fields a text is searched for. */
const SEARCHES = 2;

/**
 * Searches the list for texts of a created resource that were generated for it. A server chooses the fields in which it
 * searches. So the same search has to find another item by its text of the field.
 *
 * @param listing the list, which has the resource
 */
export async function expectSearched(
  context: CaseContext,
  created: Created,
  shown: JsonObject,
  { items }: Pick<Listing, "items">,
): Promise<void> {
  const { list } = created.resource;
  const parameter = list && searchOf(context.contract.document, list.operation);
  const whole = list && resourceRequest(context, list.operation, created.outer);
  if (!parameter || !whole) return;
  const others = items.filter((item) => itemsFor({ items: [item] }, created).length === 0);
  const search = async (text: string, isFound: (item: JsonObject) => boolean) => {
    const hasIt = (read: Pick<Listing, "items">) => read.items.some(isFound);
    return readList(context, list, withParameters(whole, [sent(parameter, text)]), {
      isEnough: hasIt,
      isWanted: hasIt,
    });
  };
  const fields = Object.entries(shown).filter(([, text]) => isOwn(context, created, text ?? null));
  for (const [property, text] of fields.slice(0, SEARCHES)) {
    const other = others.find((item) => hasAlone(item, property))?.[property];
    const known = isSought(other) ? await search(other, (item) => item[property] === other) : undefined;
    if (!known?.items.some((item) => item[property] === other)) continue;
    const read = await search(String(text), (item) => itemsFor({ items: [item] }, created).length > 0);
    const found =
      read && isFiltered(created, list.operation, { filter: { parameter, property }, value: String(text) }, read);
    if (found && !context.judge(found)) return;
  }
}

/** Whether an item has a text in one field alone: a search that finds it looks in that field. */
function hasAlone(item: JsonObject, property: string): boolean {
  const text = item[property];
  const names = Object.keys(item).filter((name) => name !== property);
  return isSought(text) && !finds(item, text, names);
}

/** Whether a text can be searched for. Some servers search for words of a few letters alone. */
function isSought(text: Json | undefined): text is string {
  return typeof text === "string" && text.length >= MIN_LENGTH && text.length <= MAX_LENGTH && !isTimestamp(text);
}

const MAX_LENGTH = 100;
