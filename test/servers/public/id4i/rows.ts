import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedResponse, type Service } from "../../service.js";
import type { Tables } from "../tables.js";

export type Handlers = Service<Tables>["handlers"];

/** The user of the key. */
export const ME = "ada.berg";

/** The codes of rejections that name no other one. */
const CODES: Readonly<Record<number, string>> = {
  400: "ERR_INPUT_VALIDATION_FAILED",
  401: "ERR_AUTHENTICATION_FAILED",
  403: "ERR_AUTHORIZATION_FORBIDDEN",
  404: "ERR_ENTITY_NOT_FOUND",
  409: "ERR_DUPLICATE",
  415: "ERR_INPUT_NOT_READABLE",
};

/** A rejection. A text may begin with its code: `ERR_DUPLICATE: …`. */
export function apiError(status: number, text: string): ServedResponse {
  const [, code = CODES[status] ?? "ERR_UNKNOWN", message] = /^(?:(ERR_\w+): )?(.*)$/s.exec(text) ?? [];
  return json(status, { code, errorId: "api-7f0c2", errorList: [], message: message ?? "" });
}

/** The present, in seconds since 1970. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** The key of something that belongs to something else. */
export function keyIn(...names: (Json | undefined)[]): string {
  return names.map(String).join("\n");
}

const LETTERS = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";

/** A text of a length that looks random and belongs to a number. */
export function idOf(number: number, length: number): string {
  let rest = (number * 2654435761) % 4294967296;
  return Array.from({ length }, (_, index) => {
    rest = (rest * 1664525 + 1013904223 + index * number) % 4294967296;
    return LETTERS[Math.floor(rest / 4096) % LETTERS.length];
  }).join("");
}

export function nameOf({ path }: ReadRequest, parameter: string): string {
  return String(path[parameter]);
}

export function sentIn({ body }: ReadRequest): JsonObject {
  return asObject(body ?? {});
}

/**
 * The organization that a path, a query or a body names.
 *
 * @throws Rejection with 404 if there is none
 */
export function organizationOf(namespace: Json | undefined, tables: Tables): JsonObject {
  const row = tables.find("organization", namespace);
  if (!row) throw new Rejection(404, "The organization does not exist.");
  return row;
}

/**
 * The GUID or the collection that a path names.
 *
 * @throws Rejection with 404 if there is none
 */
export function id4nOf(request: ReadRequest, tables: Tables, only?: "guid" | "collection"): JsonObject {
  const id4n = nameOf(request, "id4n");
  const guid = tables.find("guid", id4n);
  const collection = tables.find("collection", id4n);
  const wanted = { guid, collection }[only ?? "guid"] ?? (only === undefined ? collection : undefined);
  if (wanted) return wanted;
  if (guid || collection) throw new Rejection(400, `ERR_INVALID_ID4N_OBJECT_TYPE: This is not a ${only}.`);
  throw new Rejection(404, "The ID4N does not exist.");
}

/** A page of rows. */
export function paged({ query }: ReadRequest, rows: readonly JsonObject[]): ServedResponse {
  const offset = Number(query.offset ?? 0);
  const limit = Number(query.limit ?? 100);
  if (offset < 0) throw new Rejection(400, "ERR_INVALID_INPUT_PARAMETER: offset must not be negative.");
  if (limit < 1) throw new Rejection(400, "ERR_INVALID_INPUT_PARAMETER: limit must be positive.");
  const elements = rows.slice(offset, offset + Math.min(limit, 1000));
  return json(200, { elements, limit: elements.length, offset, total: rows.length });
}

/** An object without the fields that have no value. */
export function present(fields: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value == null ? [] : [[name, value]])));
}
