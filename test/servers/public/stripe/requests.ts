import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { pageOf } from "../../orders/lists.js";
import { json, type ReadRequest, Rejection, type ServedResponse } from "../../service.js";
import { numbersTo, picked, type Tables } from "../tables.js";

/** Rejects a request because of a field or parameter. */
export function invalid(param: string, message: string): Rejection {
  return new Rejection(400, `${param}: ${message}`);
}

/**
 * The fields of a body. An empty text unsets an optional field.
 *
 * @throws Rejection for a field that the operation does not have
 */
export function fieldsOf(request: ReadRequest, names: readonly string[]): JsonObject {
  const body = asObject(request.body ?? {});
  const unknown = Object.keys(body).find((name) => name !== "expand" && !names.includes(name));
  if (unknown !== undefined) throw invalid(unknown, "Received unknown parameter.");
  return Object.fromEntries(
    Object.entries(picked(body, names)).map(([name, value]) => [name, value === "" ? null : (value ?? null)]),
  );
}

/** Throws if a required field is empty. */
export function assertFilled(fields: JsonObject, names: readonly string[]): void {
  const empty = names.find((name) => name in fields && fields[name] === null);
  if (empty !== undefined) throw invalid(empty, "You passed an empty string for a required field.");
}

/** An object with the fields that were sent. Metadata are merged by name; an empty value removes its key. */
export function changed(object: JsonObject, { metadata, ...sent }: JsonObject): JsonObject {
  if (metadata === undefined) return { ...object, ...sent };
  const before = isObject(metadata) ? asObject(object.metadata ?? {}) : {};
  return { ...object, ...sent, metadata: checkedMetadata({ ...before, ...asObject(metadata ?? {}) }) };
}

/** Metadata have at most 50 keys of 40 characters, and values of 500 characters. */
export function checkedMetadata(metadata: Json | undefined): JsonObject {
  const pairs = Object.entries(asObject(metadata ?? {})).filter(([, value]) => value !== "");
  if (pairs.length > 50) throw invalid("metadata", "Metadata can have up to 50 keys.");
  for (const [key, value] of pairs) {
    if (key.length > 40) throw invalid("metadata", "Metadata keys can have up to 40 characters.");
    if (String(value).length > 500) throw invalid(`metadata[${key}]`, "Metadata values can have up to 500 characters.");
  }
  return Object.fromEntries(pairs);
}

const CURRENCIES = ["aud", "chf", "eur", "gbp", "jpy", "sek", "usd"];

/** A currency in small letters. */
export function currencyOf(param: string, value: Json | undefined): string {
  const currency = String(value).toLowerCase();
  if (CURRENCIES.includes(currency)) return currency;
  throw invalid(param, `Invalid currency: ${currency}. Stripe currently supports these: ${CURRENCIES.join(", ")}.`);
}

/** Throws if one of the currencies of an object by currency is not supported. */
export function assertCurrencies(param: string, options: Json | undefined): void {
  for (const currency of Object.keys(asObject(options ?? {}))) currencyOf(`${param}[${currency}]`, currency);
}

/** Throws unless an amount is at least 0. */
export function assertAmount(param: string, amount: Json | undefined): void {
  if (typeof amount === "number" && (amount < 0 || amount > 99_999_999)) {
    throw invalid(param, "This value must be greater than or equal to 0, and no more than 99999999.");
  }
}

interface Listing {
  table: string;
  url: string;
  /** Fields that are filters of the same name. */
  filters?: readonly string[];
  selects?(object: JsonObject): boolean;
  shown?(object: JsonObject): JsonObject;
  expandable?: readonly string[];
}

/** A page of a table, the newest object first. */
export function listed(request: ReadRequest, tables: Tables, listing: Listing): ServedResponse {
  const { limit = 10, created } = request.query;
  if (Number(limit) < 1 || Number(limit) > 100) throw invalid("limit", "It must be between 1 and 100.");
  expansions(
    request,
    (listing.expandable ?? []).map((name) => `data.${name}`),
  );
  const isCreated = typeof created === "number" ? (object: JsonObject) => object.created === created : isInRange;
  return pageOf(request, {
    all: tables.rows(listing.table),
    url: listing.url,
    selects: (object) =>
      isCreated(object, request) &&
      (listing.filters ?? []).every(
        (name) => request.query[name] === undefined || object[name] === request.query[name],
      ) &&
      (listing.selects?.(object) ?? true),
    ...(listing.shown ? { shown: listing.shown } : {}),
  });
}

function isInRange({ created }: JsonObject, { query }: ReadRequest): boolean {
  const {
    gt = -1,
    gte = 0,
    lt = Number.POSITIVE_INFINITY,
    lte = Number.POSITIVE_INFINITY,
  } = asObject(query.created ?? {});
  const time = Number(created);
  return time > Number(gt) && time >= Number(gte) && time < Number(lt) && time <= Number(lte);
}

/**
 * The fields that a request wants as objects.
 *
 * @throws Rejection for a field that cannot be expanded
 */
export function expansions(request: ReadRequest, names: readonly string[]): string[] {
  const asked = [...asList(request.query.expand), ...asList(asObject(request.body ?? {}).expand)].map(String);
  const unknown = asked.find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalid("expand", `This property cannot be expanded (${unknown}).`);
  return asked;
}

/** In seconds. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** A new id, for example `prod_Qx1a2b3c4d5e6f`. */
export function newId(prefix: string): string {
  const letters = numbersTo(14).map(() => Math.floor(Math.random() * 36).toString(36));
  return `${prefix}_${letters.join("")}`;
}

/** The answer to a deletion. */
export function deleted({ id = "", object = "" }: JsonObject): ServedResponse {
  return json(200, { id, object, deleted: true });
}
