import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { isSuccess, jsonOf, type Respond } from "../../../change.js";
import type { ServedResponse, Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { variationsOf, withFieldsOf } from "../../variations.js";
import { failed, findProject } from "../rows.js";

/** `project` is the project of the path, and `named` the last thing that it names. */
export const { after, forgets, inData, sending, showing, toValid } = variationsOf({
  namedIn: (parts) => ({
    project: parts[0] === "projects" ? (parts[1] ?? "") : "",
    named: parts[0] === "projects" ? (parts[parts[2] === "webhook" ? 4 : 3] ?? "") : (parts[1] ?? ""),
  }),
});

type Done = Parameters<Parameters<typeof after>[1]>[0];
export type Sent = Parameters<Parameters<typeof toValid>[1]>[0];

export const CRASH: ServedResponse = failed(500, "internal server error");

/** Crashes for the valid requests of some operations that have a property. */
export function crashesFor(operations: readonly string[], applies: (sent: Sent) => boolean): Respond<Tables> {
  return toValid(operations, (sent) => (applies(sent) ? CRASH : undefined));
}

/** The project that the path names, as it was before the request. */
export function projectOf({ before, project }: Done): JsonObject {
  return findProject(before, project, false) ?? {};
}

/** The row that a request created, or that its path names; undefined if there is none. */
export function rowIn(done: Done, table: string): JsonObject | undefined {
  const { state, before, named } = done;
  const created = state.rows(table).find(({ id = 0 }) => !before.find(table, id));
  if (created) return created;
  return table === "project" ? state.find(table, projectOf(done).id) : state.find(table, named);
}

/** Changes the row that some operations create or change. Their responses stay as they are. */
export function keeping(
  operations: readonly string[],
  table: string,
  change: (row: JsonObject, done: Done) => JsonObject,
): Respond<Tables> {
  return after(operations, (done) => {
    const row = rowIn(done, table);
    if (row) done.state.put(table, String(row.id), change(row, done));
  });
}

/** Keeps some fields of a row that is changed. */
export function keepingFields(operation: string, table: string, ...names: string[]): Respond<Tables> {
  return keeping([operation], table, (row, { before }) => {
    return withFieldsOf(row, before.find(table, row.id) ?? {}, names);
  });
}

/** The row of a table before another one, with the same project if it has one. */
export function rowBefore(state: Tables, table: string, row: JsonObject): JsonObject | undefined {
  const rows = state.rows(table);
  return rows[rows.findIndex(({ id }) => id === row.id) - 1];
}

/** Changes the row before the one that some operations create or change. */
export function alsoBefore(
  operations: readonly string[],
  table: string,
  change: (row: JsonObject, done: Done, changed: JsonObject) => JsonObject,
): Respond<Tables> {
  return after(operations, (done) => {
    const changed = rowIn(done, table);
    const row = changed && rowBefore(done.state, table, changed);
    if (row) done.state.put(table, String(row.id), change(row, done, changed));
  });
}

/** Changes all rows of a table after some operations. */
export function withAll(
  operations: readonly string[],
  table: string,
  change: (row: JsonObject, done: Done, changed: JsonObject) => JsonObject,
): Respond<Tables> {
  return after(operations, (done) => {
    const changed = rowIn(done, table) ?? {};
    for (const row of done.state.rows(table)) done.state.put(table, String(row.id), change(row, done, changed));
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
  return after([operation], (done) => {
    const { state, before } = done;
    const deleted = before.rows(table).find(({ id = 0 }) => !state.find(table, id));
    const row = deleted && rowBefore(before, table, deleted);
    if (row) state.remove(table, row.id ?? 0);
  });
}

/** Changes the rows that a list shows. */
export function listing(
  operations: readonly string[],
  change: (items: JsonObject[], sent: Sent) => Json[],
): Respond<Tables> {
  return inData(operations, (items, sent) => (Array.isArray(items) ? change(items.map(asObject), sent) : items));
}

/** Lists no rows that were created since the server started. */
export function notListingNew(list: string, table: string, key = "id"): Pick<Variation<Tables>, "prepare" | "respond"> {
  return {
    prepare: (state) => {
      for (const row of state.rows(table)) state.put(`known ${table}`, String(row.id), row);
    },
    respond: listing([list], (rows, { state }) => rows.filter((row) => state.find(`known ${table}`, row[key]))),
  };
}

/** Changes a header of the successes of some operations. */
export function inHeader(
  operations: readonly string[],
  name: string,
  change: (value: string, response: ServedResponse, sent: JsonObject) => string,
): Respond<Tables> {
  return async (request, next, { operation = "" }) => {
    const response = await next();
    const value = response.headers[name];
    if (!operations.includes(operation) || !isSuccess(response) || value === undefined) return response;
    const body = jsonOf(request);
    const sent = isObject(body) ? body : {};
    return { ...response, headers: { ...response.headers, [name]: change(value, response, sent) } };
  };
}

/** Accepts a value of the body that the document does not call valid, as if it were another one. */
export function accepting(operation: string, name: string, valid: readonly Json[], other: Json): Respond<Tables> {
  return sending([operation], (sent) => {
    const value = sent[name] ?? null;
    return value === null || valid.includes(value) ? sent : { ...sent, [name]: other };
  });
}
