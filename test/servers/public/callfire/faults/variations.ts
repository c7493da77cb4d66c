import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { jsonOf, type Respond } from "../../../change.js";
import type { ServedResponse, Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { variationsOf, withFieldsOf } from "../../variations.js";
import { failed } from "../rows.js";

/** `named` is the first number in the path, or the last part if there is none. */
export const { after, forgets, listing, paging, sending, showing, toValid } = variationsOf({
  namedIn: (parts) => ({ named: parts.find((part) => /^\d+$/.test(part)) ?? parts.at(-1) ?? "" }),
});

type Done = Parameters<Parameters<typeof after>[1]>[0];
type Sent = Parameters<Parameters<typeof toValid>[1]>[0];

export const CRASH: ServedResponse = failed(500, "internal server error");

/** Crashes for the valid requests of some operations that have a property. */
export function crashesFor(operations: readonly string[], applies: (sent: Sent) => boolean): Respond<Tables> {
  return toValid(operations, (sent) => (applies(sent) ? CRASH : undefined));
}

/** The key of a row. */
function keyOf(table: string, row: JsonObject): string {
  return String((table === "dnc" ? row.number : row.id) ?? "");
}

/** The rows that a request created, or the one that its path names. */
function rowsIn({ state, before, named }: Done, table: string): JsonObject[] {
  const created = state.rows(table).filter((row) => !before.find(table, keyOf(table, row)));
  if (created.length > 0) return created;
  const row = state.find(table, named);
  return row ? [row] : [];
}

/** Changes the rows that some operations create or change. Their responses stay as they are. */
export function keeping(
  operations: readonly string[],
  table: string,
  change: (row: JsonObject, done: Done) => JsonObject,
): Respond<Tables> {
  return after(operations, (done) => {
    for (const row of rowsIn(done, table)) done.state.put(table, keyOf(table, row), change(row, done));
  });
}

/** Keeps some fields of a row that is changed. */
export function keepingFields(operations: readonly string[], table: string, ...names: string[]): Respond<Tables> {
  return keeping(operations, table, (row, { before }) => {
    return withFieldsOf(row, before.find(table, keyOf(table, row)) ?? {}, names);
  });
}

/** Changes the row before the one that some operations create or change. */
export function alsoBefore(
  operations: readonly string[],
  table: string,
  change: (row: JsonObject, changed: JsonObject) => JsonObject,
): Respond<Tables> {
  return after(operations, (done) => {
    const [changed] = rowsIn(done, table);
    if (!changed) return;
    const rows = done.state.rows(table);
    const row = rows[rows.indexOf(changed) - 1];
    if (row) done.state.put(table, keyOf(table, row), change(row, changed));
  });
}

/** Creates another row instead of changing one. */
export function addingInstead(operation: string, table: string): Respond<Tables> {
  return after([operation], (done) => {
    const [row] = rowsIn(done, table);
    done.state.become(done.before);
    const id = done.state.nextNumber();
    if (row) done.state.put(table, id, { ...row, id });
  });
}

/** Deletes the row before as well. */
export function deletingBefore(operation: string, table: string): Respond<Tables> {
  return after([operation], ({ state, before }) => {
    const rows = before.rows(table);
    const row = rows[rows.findIndex((each) => !state.find(table, keyOf(table, each))) - 1];
    if (row) state.remove(table, keyOf(table, row));
  });
}

/** Lists no rows that were created since the server started. */
export function notListingNew(list: string, table: string): Pick<Variation<Tables>, "prepare" | "respond"> {
  return {
    prepare: (state) => {
      for (const row of state.rows(table)) state.put(`known ${table}`, keyOf(table, row), row);
    },
    respond: paging([list], (page, items, { state }) => ({
      ...page,
      items: items.filter((row) => state.find(`known ${table}`, keyOf(table, row))),
    })),
  };
}

/** Handles only the first value of a list in the body. */
export function takingFirst(operations: readonly string[], name: string): Respond<Tables> {
  return sending(operations, (sent) => {
    const values = sent[name];
    return Array.isArray(values) ? { ...sent, [name]: values.slice(0, 1) } : sent;
  });
}

/** The contacts of a list before and after a request. */
export function membersOf(row: JsonObject | undefined): Json[] {
  return asList(row?.contactIds ?? []);
}

/** Accepts a value of the body that the document does not call valid, as if it were another one. */
export function accepting(operation: string, change: (sent: JsonObject) => JsonObject): Respond<Tables> {
  return async (request, next, context) => {
    const response = await next();
    const body = jsonOf(request);
    if (context.operation !== operation || response.status !== 400 || body === undefined) return response;
    if (await context.violation()) return response;
    const changed = Array.isArray(body) ? body.map((each) => change(asObject(each))) : change(asObject(body));
    return next({ ...request, body: Buffer.from(JSON.stringify(changed)) });
  };
}
