import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { Respond } from "../../../change.js";
import type { ServedResponse, Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { type Effects, type SentRequest, variationsOf, withFieldsOf } from "../../variations.js";
import { failed } from "../rows.js";

export const { after, forgets, storing, inData, sending, showing, toValid } = variationsOf({ namedIn: () => ({}) });

type Done = SentRequest & Effects;

const CRASH: ServedResponse = failed(500, "internal server error");

/** Crashes for the valid requests of some operations that have a property. */
export function crashesFor(operations: readonly string[], applies: (sent: SentRequest) => boolean): Respond<Tables> {
  return toValid(operations, (sent) => (applies(sent) ? CRASH : undefined));
}

/** The row that a request created, or that its path names. */
function rowIn({ state, shown, id }: Done, table: string): JsonObject | undefined {
  return state.find(table, shown.id ?? id);
}

/** Stores the values that some fields had before a change. */
export function keepingFields(operation: string, table: string, ...names: string[]): Respond<Tables> {
  return storing([operation], table, (row, { before }) => {
    return withFieldsOf(row, asObject(before.find(table, row.id) ?? {}), names);
  });
}

/** The row of a table before another one. */
export function rowBefore(state: Tables, table: string, id: Json | undefined): JsonObject | undefined {
  const rows = state.rows(table);
  return rows[rows.findIndex((row) => String(row.id) === String(id)) - 1];
}

/** Changes the row before the one that some operations create or change. */
export function alsoBefore(
  operations: readonly string[],
  table: string,
  change: (row: JsonObject, changed: JsonObject) => JsonObject,
): Respond<Tables> {
  return after(operations, (done) => {
    const changed = rowIn(done, table);
    const row = changed && rowBefore(done.state, table, changed.id);
    if (row) done.state.put(table, row.id ?? 0, change(row, changed));
  });
}

/** Changes all rows of a table after some operations. */
export function withAll(
  operations: readonly string[],
  table: string,
  change: (row: JsonObject, changed: JsonObject) => JsonObject,
): Respond<Tables> {
  return after(operations, (done) => {
    const changed = rowIn(done, table);
    if (changed) for (const row of done.state.rows(table)) done.state.put(table, row.id ?? 0, change(row, changed));
  });
}

/** Creates another row instead of changing one. */
export function addingInstead(operation: string, table: string): Respond<Tables> {
  return after([operation], (done) => {
    const { state, before } = done;
    const row = rowIn(done, table);
    state.become(before);
    const id = state.nextNumber();
    if (row) state.put(table, id, { ...row, id });
  });
}

/** Deletes the row before as well. */
export function deletingBefore(operation: string, table: string): Respond<Tables> {
  return after([operation], ({ state, before, id }) => {
    const row = rowBefore(before, table, id);
    if (row) state.remove(table, row.id ?? 0);
  });
}

/** Changes the rows that a list shows. */
export function listing(
  operations: readonly string[],
  change: (items: JsonObject[], sent: SentRequest) => Json[],
): Respond<Tables> {
  return inData(operations, (data, sent) => {
    if (Array.isArray(data)) return change(data.map(asObject), sent);
    const page = asObject(data);
    return { ...page, messages: change(asList(page.messages).map(asObject), sent) };
  });
}

/** Changes the description of a page of messages. */
export function describing(
  operations: readonly string[],
  change: (paging: JsonObject, sent: SentRequest) => JsonObject,
): Respond<Tables> {
  return inData(operations, (data, sent) =>
    isObject(data) ? { ...data, paging: change(asObject(data.paging), sent) } : data,
  );
}

/** Lists no rows that were created since the server started. */
export function notListingNew(list: string, table: string): Pick<Variation<Tables>, "prepare" | "respond"> {
  return {
    prepare: (state) => {
      for (const row of state.rows(table)) state.put(`known ${table}`, row.id ?? 0, row);
    },
    respond: listing([list], (rows, { state }) => rows.filter(({ id }) => state.find(`known ${table}`, id))),
  };
}
