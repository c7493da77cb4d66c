import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { changeJson, isSuccess, type Respond } from "../../../change.js";
import type { ServedRequest, ServedResponse, Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { ignoring, variationsOf, withFieldsOf } from "../../variations.js";
import { failed, rowsWith } from "../rows.js";

/** The names in a path, each after the word that says of what it is. */
function namedIn(parts: readonly string[]) {
  const after = (word: string) => (parts.includes(word) ? (parts[parts.indexOf(word) + 1] ?? "") : "");
  return {
    ...{ groupId: after("groups"), artifactId: after("artifacts"), version: after("versions") },
    ...{ commentId: after("comments"), branchId: after("branches"), ruleType: after("rules") },
    principalId: after("roleMappings"),
  };
}

export const { after, forgets, inData, listing, paging, sending, showing, toValid } = variationsOf({ namedIn });

export type Done = Parameters<Parameters<typeof after>[1]>[0];
type Sent = Parameters<Parameters<typeof toValid>[1]>[0];

/** The names that a path needs for a row of each table. */
const NAMES = {
  group: ["groupId"],
  artifact: ["groupId", "artifactId"],
  version: ["groupId", "artifactId", "version"],
  comment: ["groupId", "artifactId", "version", "commentId"],
  branch: ["groupId", "artifactId", "branchId"],
  rule: ["groupId", "ruleType"],
  role: ["principalId"],
} as const;

export type Table = keyof typeof NAMES;

const CRASH: ServedResponse = failed(500, "The server failed.");

/** Crashes for the valid requests of some operations that have a property. */
export function crashesFor(operations: readonly string[], applies: (sent: Sent) => boolean): Respond<Tables> {
  return toValid(operations, (sent) => (applies(sent) ? CRASH : undefined));
}

/** The row that the path of a request names, among those of a moment. */
export function namedRow(tables: Tables, table: Table, named: ReturnType<typeof namedIn>): JsonObject | undefined {
  return rowsWith(tables, table, Object.fromEntries(NAMES[table].map((name) => [name, named[name]])))[0];
}

/** The row that a request created, or that its path names; undefined if there is none. */
function rowIn(done: Done, table: Table): JsonObject | undefined {
  const created = done.state.rows(table).find(({ id = 0 }) => !done.before.find(table, id));
  return created ?? namedRow(done.state, table, done);
}

/** Changes the row that some operations create or change. Their responses stay as they are. */
export function keeping(
  operations: readonly string[],
  table: Table,
  change: (row: JsonObject, done: Done) => JsonObject,
): Respond<Tables> {
  return after(operations, (done) => {
    const row = rowIn(done, table);
    if (row) done.state.put(table, String(row.id), change(row, done));
  });
}

/** Keeps some fields of a row that is changed. */
export function keepingFields(operation: string, table: Table, ...names: string[]): Respond<Tables> {
  return keeping([operation], table, (row, { before }) => {
    return withFieldsOf(row, before.find(table, row.id) ?? {}, names);
  });
}

/** The row of a table before another one. */
function rowBefore(state: Tables, table: Table, row: JsonObject): JsonObject | undefined {
  const rows = state.rows(table);
  return rows[rows.findIndex(({ id }) => id === row.id) - 1];
}

/** Changes the row before the one that an operation changes. */
export function alsoBefore(operation: string, table: Table, ...names: string[]): Respond<Tables> {
  return after([operation], (done) => {
    const changed = rowIn(done, table);
    const row = changed && rowBefore(done.state, table, changed);
    if (row) done.state.put(table, String(row.id), { ...row, ...fieldsOf(changed, names) });
  });
}

function fieldsOf(row: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
}

/** Gives some fields of the row that an operation changes to all rows with the same values of other fields. */
export function withAll(operation: string, table: Table, same: readonly string[], ...names: string[]): Respond<Tables> {
  return after([operation], (done) => {
    const changed = rowIn(done, table);
    if (!changed) return;
    for (const row of rowsWith(done.state, table, fieldsOf(changed, same))) {
      done.state.put(table, String(row.id), { ...row, ...fieldsOf(changed, names) });
    }
  });
}

/** Deletes all rows with the same values of some fields. */
export function deletingAll(operation: string, table: Table, ...same: string[]): Respond<Tables> {
  return after([operation], (done) => {
    const deleted = namedRow(done.before, table, done) ?? {};
    for (const row of rowsWith(done.state, table, fieldsOf(deleted, same))) done.state.remove(table, row.id ?? 0);
  });
}

/** Lists no rows that were created since the server started, by a field that is unique. */
export function notListingNew(list: string, table: Table, key: string): Pick<Variation<Tables>, "prepare" | "respond"> {
  return {
    prepare: (state) => {
      for (const row of state.rows(table)) state.put(`known ${table}`, String(row[key]), row);
    },
    respond: listing([list], (rows, { state }) => rows.filter((row) => state.find(`known ${table}`, row[key]))),
  };
}

/** Responds to some operations with the data that a deletion hides. */
export function stillShowing(deletion: string, readers: readonly string[], ...tables: Table[]): Respond<Tables> {
  return async (_, next, { operation = "", state }) => {
    if (readers.includes(operation)) {
      for (const table of tables)
        for (const row of state.rows(`deleted ${table}`)) state.put(table, String(row.id), row);
      const response = await next();
      for (const table of tables) for (const { id = 0 } of state.rows(`deleted ${table}`)) state.remove(table, id);
      return response;
    }
    const before = state.copy();
    const response = await next();
    if (operation !== deletion || !isSuccess(response)) return response;
    for (const table of tables) {
      for (const row of before.rows(table)) {
        if (!state.find(table, row.id)) state.put(`deleted ${table}`, String(row.id), row);
      }
    }
    return response;
  };
}

/** Takes the row that a creation would have to reject as a new one. */
export function replacing(operation: string, table: Table): Respond<Tables> {
  return async (request, next, { state, operation: called, violation }) => {
    if (called !== operation || (await violation())) return next();
    const names = NAMES[table];
    const last = names.at(-1) ?? "";
    const sent: JsonObject = {
      ...namedIn(request.path.split("/").slice(1).map(decodeURIComponent)),
      ...bodyOf(request),
    };
    const wanted = Object.fromEntries(names.map((name) => [name, sent[name] ?? null]));
    if (wanted[last] != null) for (const { id = 0 } of rowsWith(state, table, wanted)) state.remove(table, id);
    return next();
  };
}

function bodyOf({ body }: ServedRequest): JsonObject {
  const value: Json = JSON.parse(String(body));
  return asObject(value);
}

/** Changes the count of a list. */
export function counting(
  operations: readonly string[],
  change: (count: number, items: Json[]) => Json,
): Respond<Tables> {
  return paging(operations, (page, items) => ({ ...page, count: change(Number(page.count), items) }));
}

/** Changes the whole body of the successes of some operations. */
export function inBody(operations: readonly string[], change: (body: Json) => Json): Respond<Tables> {
  return async (_, next, { operation = "" }) => {
    const response = await next();
    return operations.includes(operation) && isSuccess(response) ? changeJson(response, change) : response;
  };
}

/** Takes the changes of a dry run as if it were none. */
export function ignoringDryRun(operation: string): Respond<Tables> {
  return ignoring([operation], "dryRun");
}

export function textsIn(value: Json | undefined): string[] {
  return asList(value ?? []).map(String);
}
