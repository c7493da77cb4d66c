import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "#openapi/document/document.js";
import { filtersOf, filterValues } from "#statements/filters.js";
import { sentResource } from "#statements/resources/envelope.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Created } from "#verify/resources/created/created.js";
import { expectAnyUpdate } from "./updates.js";

/**
 * Changes the values by which the list is filtered, if the updates have left them as they were. A server may select by those
 * of the creation. Returns the resource afterwards; undefined if nothing was changed.
 *
 * @param first the resource after its creation
 */
export async function expectMoved(
  context: CaseContext,
  created: Created,
  first: JsonObject,
  now: JsonObject,
): Promise<JsonObject | undefined> {
  const { list } = created.resource;
  const filters = (list ? filtersOf(context.contract.document, list) : []).filter(
    ({ members }) => members !== undefined,
  );
  const moved = (shown: JsonObject) =>
    filters.filter((filter) => {
      const [before, after] = [first, shown].map((each) => filterValues(filter, each));
      return after !== undefined && after.length > 0 && !isDeepStrictEqual(before, after);
    }).length;
  if (filters.length === 0 || moved(now) > 0) return undefined;
  return expectAnyUpdate(context, created, now, (body) => moved(sentResource(body, now) ?? {}));
}
