import type { Json, JsonObject } from "#openapi/document/document.js";
import { isSuccess, type Respond } from "../../../change.js";
import type { ServedResponse, Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { variationsOf } from "../../variations.js";
import { apiError, keyIn } from "../rows.js";

/** `named` is what the path names first: `/api/v1/guids/{id4n}` has the id at 3. */
export const { after, forgets, inData, listing, paging, sending, showing, toValid } = variationsOf({
  namedIn: (parts) => ({ named: parts[3] ?? "", item: keyIn(parts[3], parts[4], parts[5]) }),
});

export const CRASH: ServedResponse = apiError(500, "ERR_INTERNAL: Internal error");

/** Crashes for the valid requests of some operations that have a property. */
export function crashesFor(
  operations: readonly string[],
  applies: (sent: Parameters<Parameters<typeof toValid>[1]>[0]) => boolean,
): Respond<Tables> {
  return toValid(operations, (sent) => (applies(sent) ? CRASH : undefined));
}

/** The rows of a table that were there before the run. */
export function knownAtFirst(table: string): NonNullable<Variation<Tables>["prepare"]> {
  return (state) => {
    for (const row of state.rows(table)) state.put(`known ${table}`, keyOfRow(table, row), row);
  };
}

/** The name of the field that is the key of a table. */
const KEYS: Readonly<Record<string, string>> = {
  organization: "namespace",
  key: "key",
  collection: "id4n",
  guid: "id4n",
};

export function keyOfRow(table: string, row: JsonObject): string {
  return String(row[KEYS[table] ?? "id4n"]);
}

/** The row of a table that was created before another one. */
export function rowBefore(state: Tables, table: string, key: Json | undefined): JsonObject | undefined {
  const rows = state.rows(table);
  const at = rows.findIndex((row) => keyOfRow(table, row) === key);
  return rows[at - 1];
}

/** Shows the deleted rows of a table whenever they are listed. */
export function stillListing(deletion: string, list: string, table: string): Respond<Tables> {
  return async (_, next, { operation, state }) => {
    const hidden = `deleted ${table}`;
    const before = state.rows(table);
    if (operation !== list) {
      const response = await next();
      const isDeletion = operation === deletion && isSuccess(response);
      const gone = isDeletion ? before.filter((row) => !state.find(table, keyOfRow(table, row))) : [];
      for (const row of gone) state.put(hidden, keyOfRow(table, row), row);
      return response;
    }
    const deleted = state.rows(hidden);
    for (const row of deleted) state.put(table, keyOfRow(table, row), row);
    const response = await next();
    for (const row of deleted) state.remove(table, keyOfRow(table, row));
    return response;
  };
}
