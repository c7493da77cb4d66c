import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { Respond } from "../../../change.js";
import type { ServedResponse, Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { changeRow, variationsOf } from "../../variations.js";
import { failed } from "../rows.js";

/** `named` is the resource of the path, and `item` the item that the path of a list names. */
export const { after, forgets, inData, listing, paging, sending, showing, toValid } = variationsOf({
  namedIn: (parts) => ({
    named: (parts[0] === "sets" ? parts[2] : parts[1]) ?? "",
    item: (parts[0] === "sets" ? parts[4] : undefined) ?? "",
  }),
});

type Done = Parameters<Parameters<typeof after>[1]>[0];
type Sent = Parameters<Parameters<typeof toValid>[1]>[0];

export const CRASH: ServedResponse = failed(500, "Internal error");

/** Crashes for the valid requests of some operations that have a property. */
export function crashesFor(operations: readonly string[], applies: (sent: Sent) => boolean): Respond<Tables> {
  return toValid(operations, (sent) => (applies(sent) ? CRASH : undefined));
}

/** The resource that a response confirms, or that the path names. */
export function idIn({ shown, named }: Done): string {
  return String(asObject(shown.resource ?? {}).id ?? named);
}

/** Changes the row that some operations create or change. Their responses stay as they are. */
export function keeping(
  operations: readonly string[],
  table: string,
  change: (row: JsonObject, done: Done) => JsonObject,
): Respond<Tables> {
  return after(operations, (done) => changeRow(done.state, table, idIn(done), (row) => change(row, done)));
}

/** The row that a change found. */
export function earlier({ before }: Done, table: string, row: JsonObject): JsonObject {
  return before.find(table, row.id) ?? {};
}

/** The row that was created before another one. */
export function rowBefore(state: Tables, table: string, id: string): JsonObject | undefined {
  const rows = state.rows(table);
  return rows[rows.findIndex((row) => row.id === id) - 1];
}

/** Changes the row that was created before the one that some operations create or change. */
export function alsoBefore(
  operations: readonly string[],
  table: string,
  change: (row: JsonObject, done: Done) => JsonObject,
): Respond<Tables> {
  return after(operations, (done) => {
    const row = rowBefore(done.state, table, idIn(done));
    if (row) done.state.put(table, String(row.id), change(row, done));
  });
}

/** Lists no rows that were created since the server started. */
export function notListingNew(list: string, table: string): Pick<Variation<Tables>, "prepare" | "respond"> {
  return {
    prepare: (state) => {
      for (const row of state.rows(table)) state.put(`known ${table}`, String(row.id), row);
    },
    respond: listing([list], (rows, { state }) => rows.filter(({ id }) => state.find(`known ${table}`, id))),
  };
}

export function idsIn(row: JsonObject): Json[] {
  return asList(row.ids ?? []);
}
