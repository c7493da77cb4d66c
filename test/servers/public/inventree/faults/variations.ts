import type { Json, JsonObject } from "#openapi/document/document.js";
import { isSuccess, type Respond } from "../../../change.js";
import { json, type ServedResponse } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { variationsOf } from "../../variations.js";

export const { after, forgets, listing, paging, sending, showing, storing, toValid } = variationsOf({
  key: "pk",
  namedIn: () => ({}),
});

export const CRASH: ServedResponse = json(500, { detail: "Server Error" });

/** Crashes for the valid requests of some operations that have a property. */
export function crashesFor(
  operations: readonly string[],
  applies: (sent: Parameters<Parameters<typeof toValid>[1]>[0]) => boolean,
): Respond<Tables> {
  return toValid(operations, (sent) => (applies(sent) ? CRASH : undefined));
}

/** Items that the run did not create. */
export function isOld({ pk }: JsonObject): boolean {
  return Number(pk) <= 1000;
}

/** The row of a table that was created before another one. */
export function rowBefore(state: Tables, table: string, pk: Json | undefined): JsonObject | undefined {
  return state.rows(table).findLast((row) => Number(row.pk) < Number(pk));
}

/** Shows the deleted rows of a table whenever they are listed. */
export function stillListing(deletions: readonly string[], list: string, table: string): Respond<Tables> {
  return async (_, next, { operation = "", state }) => {
    const before = state.rows(table);
    const hidden = `deleted ${table}`;
    if (operation !== list) {
      const response = await next();
      const isDeletion = deletions.includes(operation) && isSuccess(response);
      const gone = isDeletion ? before.filter(({ pk }) => !state.find(table, pk)) : [];
      for (const row of gone) state.put(hidden, String(row.pk), row);
      return response;
    }
    const deleted = state.rows(hidden);
    for (const row of deleted) state.put(table, String(row.pk), row);
    const response = await next();
    for (const row of deleted) state.remove(table, String(row.pk));
    return response;
  };
}
