import { createHash, randomUUID } from "node:crypto";
import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedResponse } from "../../service.js";

/** A new id of 13 letters and digits. */
export function newId(): string {
  return randomUUID().replaceAll("-", "").slice(0, 13);
}

/** The id of an object of a new server. */
export function seededId(table: string, number: number): string {
  return createHash("md5").update(`${table}${number}`).digest("hex").slice(0, 13);
}

/** In seconds. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** Rejects the value of a parameter or field. */
export function invalid(name: string, message: string): Rejection {
  return new Rejection(400, `Invalid ${name}: ${message}`);
}

/**
 * The body of a request.
 *
 * @throws Rejection for a missing required field, also if the body is missing as a whole
 */
export function bodyOf({ body }: ReadRequest, required: readonly string[]): JsonObject {
  const fields = asObject(body ?? {});
  const missing = required.find((name) => fields[name] === undefined);
  if (missing !== undefined) throw new Rejection(400, `Param "${missing}" is not optional.`);
  return fields;
}

/** Throws unless a text has 1 to so many characters. */
export function assertText(name: string, value: Json | undefined, longest: number): void {
  const length = String(value ?? "").length;
  if (length === 0 || length > longest)
    throw invalid(name, `Value must be a valid string and no longer than ${longest} chars`);
}

export function assertEmail(value: Json | undefined): void {
  if (!/^[^\s@<>()]+@[\w-]+(\.[\w-]+)+$/.test(String(value)))
    throw invalid("email", "Value must be a valid email address");
}

/** Texts of at most 64 characters each, at most 100. */
export function assertTexts(name: string, values: Json | undefined): void {
  const texts = asList(values).map(String);
  if (texts.length > 100 || texts.some((text) => text.length > 64)) {
    throw invalid(name, "Value must be an array of at most 100 strings, each no longer than 64 chars");
  }
}

/** The permissions of a new or changed object; those of `before` for what is not sent. */
export function permissionsOf({ read, write }: JsonObject, before: JsonObject): JsonObject {
  assertTexts("read", read);
  assertTexts("write", write);
  return { read: read ?? before.read ?? [], write: write ?? before.write ?? [] };
}

interface Listing {
  name: string;
  rows: readonly JsonObject[];
  /** The field in which `search` looks. */
  searched?: string;
  shown?(row: JsonObject): JsonObject;
}

/** A page of a list, by `limit` and `offset`, the oldest object first unless `orderType` is DESC. */
export function listed(
  { query }: ReadRequest,
  { name, rows, searched = "name", shown = (row) => row }: Listing,
): ServedResponse {
  const { limit = 25, offset = 0, orderType = "ASC", search = "" } = query;
  if (Number(limit) < 0 || Number(limit) > 100) throw invalid("limit", "Value must be a valid range between 0 and 100");
  if (Number(offset) < 0 || Number(offset) > 900_000_000)
    throw invalid("offset", "Value must be a valid range between 0 and 900000000");
  if (!["ASC", "DESC"].includes(String(orderType))) throw invalid("orderType", "Value must be one of (ASC, DESC)");
  if (String(search).length > 256) throw invalid("search", "Value must be a valid string and no longer than 256 chars");
  const wanted = String(search).toLowerCase();
  const matches = rows.filter(
    (row) =>
      wanted === "" ||
      String(row[searched] ?? "")
        .toLowerCase()
        .includes(wanted),
  );
  const ordered = orderType === "DESC" ? matches.toReversed() : matches;
  const page = ordered.slice(Number(offset), Number(offset) + Number(limit));
  return json(200, { sum: matches.length, [name]: page.map(shown) });
}
