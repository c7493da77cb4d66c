import type { Json, JsonObject } from "#openapi/document/document.js";
import { without } from "../../change.js";
import { empty, json, type ReadRequest, Rejection, type ServedResponse, type Service } from "../../service.js";
import type { Tables } from "../tables.js";

export type Handlers = Service<Tables>["handlers"];

/** The user of all requests. */
const ME = "registry-user";

/** The names of errors. */
const NAMES: Readonly<Record<number, string>> = {
  ...{ 400: "BadRequestException", 404: "NotFoundException", 405: "NotAllowedException", 409: "ConflictException" },
  ...{ 415: "NotSupportedException", 422: "UnprocessableEntityException", 500: "InternalServerErrorException" },
};

/** A rejection. The document wants a list of causes in each 400 of a creation. */
export function failed(status: number, title: string): ServedResponse {
  const name = NAMES[status] ?? "RegistryException";
  const causes = status === 400 ? { causes: [] } : {};
  return json(status, { title, status, detail: `${name}: ${title}`, name, ...causes });
}

/** A rejection of a request that does not fit the document. It repeats nothing of the request. */
export function rejected(status: number, message: string, operation?: string): ServedResponse {
  return failed(status, operation === undefined ? message : "The request is invalid.");
}

/** The present, as a text. */
function now(): string {
  return new Date().toISOString();
}

/** Adds a row to a table. Its number is not shown. */
export function added(tables: Tables, table: string, fields: JsonObject, time = now()): JsonObject {
  const id = tables.nextNumber();
  const usual = { owner: ME, createdOn: time, modifiedBy: ME, modifiedOn: time };
  return tables.put(table, id, { ...usual, ...fields, id });
}

/** Changes a row, and the moment of its last change. */
export function changed(tables: Tables, table: string, row: JsonObject, fields: JsonObject): JsonObject {
  return tables.put(table, String(row.id), { ...row, ...fields, modifiedBy: ME, modifiedOn: now() });
}

/** A row as responses show it. */
export function shown(row: JsonObject, ...hidden: string[]): JsonObject {
  return without(row, "id", ...hidden);
}

/** The rows of a table with some values. */
export function rowsWith(tables: Tables, table: string, values: JsonObject): JsonObject[] {
  return tables
    .rows(table)
    .filter((row) => Object.entries(values).every(([name, value]) => String(row[name]) === String(value)));
}

/**
 * The row of a table with some values.
 *
 * @throws Rejection with 404 if there is none
 */
export function rowWith(tables: Tables, table: string, values: JsonObject): JsonObject {
  const [row] = rowsWith(tables, table, values);
  if (!row) throw new Rejection(404, `There is no such ${table}.`);
  return row;
}

/** Removes all rows of a table with some values. */
export function removeAll(tables: Tables, table: string, values: JsonObject): void {
  for (const { id = 0 } of rowsWith(tables, table, values)) tables.remove(table, id);
}

export function groupOf({ path }: ReadRequest, tables: Tables): JsonObject {
  return rowWith(tables, "group", { groupId: path.groupId ?? null });
}

/** The names of an artifact, which all of its parts have. */
export function namesOf({ groupId = "", artifactId = "" }: JsonObject): JsonObject {
  return { groupId, artifactId };
}

export function artifactOf({ path }: ReadRequest, tables: Tables): JsonObject {
  return rowWith(tables, "artifact", { groupId: path.groupId ?? null, artifactId: path.artifactId ?? null });
}

/** Rejects a value that is in use. */
export function rejectTaken(tables: Tables, table: string, values: JsonObject): void {
  if (rowsWith(tables, table, values).length > 0) throw new Rejection(409, `Such a ${table} exists already.`);
}

/** An object without the fields that are missing. */
export function present(fields: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value == null ? [] : [[name, value]])));
}

export const DONE = (): ServedResponse => empty(204);

/** Removes an artifact with all of its versions, comments and branches. */
export function removeArtifact(tables: Tables, artifact: JsonObject): void {
  for (const table of ["version", "comment", "branch"]) removeAll(tables, table, namesOf(artifact));
  tables.remove("artifact", artifact.id ?? 0);
}

/** Handles a request whose changes do not stay if it says so. */
export function orDry(request: ReadRequest, tables: Tables, handle: () => ServedResponse): ServedResponse {
  const before = tables.copy();
  const response = handle();
  if (request.query.dryRun === true) tables.become(before);
  return response;
}
