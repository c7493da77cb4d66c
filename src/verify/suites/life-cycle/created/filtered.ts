import type { Json, JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { type Filter, filtersOf, filterValues } from "#statements/filters.js";
import { isFiltered, itemsFor } from "#verify/judges/life-cycle/listed.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { type Listing, readList } from "#verify/resources/lists/read-list.js";
import { filteredBy, withParameters } from "#verify/resources/lists/read-pages.js";

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
