import { createHash, randomUUID } from "node:crypto";
import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { percentDecoded } from "#openapi/document/percent-decoded.js";
import { type ReadRequest, Rejection } from "../../service.js";
import type { Tables } from "../tables.js";

export const ACCOUNT = "AC5eed0000000000000000000000000001";
const ROOT = "https://sync.twilio.com/v1/Services";

/** A new id: two letters and 32 hexadecimal digits. */
export function newSid(prefix: string): string {
  return `${prefix}${randomUUID().replaceAll("-", "")}`;
}

/** The id of an object of a new server. */
export function seededSid(prefix: string, number: number): string {
  return `${prefix}${createHash("md5").update(`${prefix}${number}`).digest("hex")}`;
}

/** The time, without milliseconds. */
export function now(): string {
  return new Date().toISOString().replace(/\.\d+Z/, "Z");
}

/** A service, or what lies in it, by its sid or its unique name. */
export function resourceOf(tables: Tables, table: string, key: Json | undefined, service?: JsonObject): JsonObject {
  const name = percentDecoded(String(key));
  const found = tables
    .rows(table)
    .find((row) => (row.sid === key || row.unique_name === name) && (!service || row.service_sid === service.sid));
  if (!found) throw new Rejection(404, `The requested resource ${table}/${String(key)} was not found`);
  return found;
}

/** The service of a request. */
export function serviceOf({ path }: ReadRequest, tables: Tables): JsonObject {
  return resourceOf(tables, "Services", path.ServiceSid);
}

/** The fields of a form. */
export function formOf({ body }: ReadRequest): JsonObject {
  return asObject(body ?? {});
}

/** `Data`: a JSON object of at most some kilobytes. */
export function dataOf(sent: Json | undefined, kilobytes: number): Json {
  const text = typeof sent === "string" ? sent : JSON.stringify(sent ?? null);
  if (text.length > kilobytes * 1024) throw new Rejection(413, `Data is larger than ${kilobytes} KiB`);
  const value = parsed(text);
  if (!isObject(value)) throw new Rejection(400, "Invalid JSON in the parameter Data: it must be a JSON object");
  return value;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** When an object expires: `Ttl` is in seconds, 0 means never, and has other names for items and collections. */
export function expiryOf(form: JsonObject, names: readonly string[]): Json | undefined {
  const name = names.find((each) => form[each] !== undefined);
  if (name === undefined) return undefined;
  const seconds = Number(form[name]);
  if (seconds < 0 || seconds > 31_536_000)
    throw new Rejection(400, `Invalid ${name}: it must be between 0 and 31536000`);
  return seconds === 0 ? null : new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+Z/, "Z");
}

/** The unique name of a new object. */
export function uniqueName(tables: Tables, table: string, service: JsonObject, sent: Json | undefined): Json {
  if (sent === undefined || sent === "") return null;
  if (String(sent).length > 320) throw new Rejection(400, "Invalid UniqueName: it can have up to 320 characters");
  const isTaken = tables.rows(table).some((row) => row.service_sid === service.sid && row.unique_name === sent);
  if (isTaken) throw new Rejection(409, "Unique name already exists");
  return sent;
}

const LINKS: Record<string, readonly string[]> = {
  Documents: ["permissions"],
  Lists: ["items", "permissions"],
  Maps: ["items", "permissions"],
  Streams: ["messages"],
};

/** A new document, list, map or stream of a service. */
export function newResource(
  table: string,
  sid: string,
  service: JsonObject,
  fields: JsonObject,
  time = now(),
): JsonObject {
  const url = `${ROOT}/${String(service.sid)}/${table}/${sid}`;
  const links = (LINKS[table] ?? []).map((name) => [name, `${url}/${name[0]?.toUpperCase()}${name.slice(1)}`]);
  const revision = table === "Streams" ? {} : { revision: "0" };
  return {
    ...{ sid, account_sid: ACCOUNT, service_sid: service.sid ?? null, created_by: "system", date_created: time },
    ...{
      date_expires: null,
      date_updated: time,
      unique_name: null,
      url,
      links: Object.fromEntries(links),
      ...revision,
    },
    ...fields,
  };
}

/** A new item of a list or map. `field` is `list_sid` or `map_sid`. */
export function newItem(
  field: string,
  parent: JsonObject,
  key: JsonObject,
  fields: JsonObject,
  time = now(),
): JsonObject {
  const url = `${String(parent.url)}/Items/${encodeURIComponent(String(Object.values(key)[0]))}`;
  return {
    ...{
      account_sid: ACCOUNT,
      service_sid: parent.service_sid ?? null,
      [field]: parent.sid ?? null,
      created_by: "system",
    },
    ...{ date_created: time, date_expires: null, date_updated: time, revision: "0", url, ...key, ...fields },
  };
}

/** An object after a change. Its revision is the next one. */
export function revised(row: JsonObject, fields: JsonObject): JsonObject {
  const revision = row.revision === undefined ? {} : { revision: String(Number(row.revision) + 1) };
  return { ...row, ...fields, ...revision, date_updated: now() };
}

/** Throws 412 unless a request has no `If-Match`, or the current revision. */
export function assertRevision({ header }: ReadRequest, { revision = "" }: JsonObject): void {
  const wanted = header["If-Match"];
  if (wanted === undefined || wanted === "*") return;
  if (String(wanted).replaceAll('"', "") !== revision)
    throw new Rejection(412, "The revision of the resource does not match");
}
