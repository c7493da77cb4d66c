import { mediaTypeOf } from "#http/media-type.js";
import type { JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { type FileProperty, filePropertyOf, statesKept } from "#statements/files.js";
import { sentResource } from "#statements/resources/envelope.js";
import type { Effect } from "../model/finding/effect.js";
import type { Judgment } from "../model/finding/finding.js";
import { type Exchange, isGone, isSuccess } from "../model/request/exchange.js";
import { inJson } from "../rules/differing-fields.js";
import { broken } from "../rules/sentence.js";
import { effectJudgment } from "./judgment.js";

/** A file as it is uploaded. */
export interface Payload {
  type: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** An operation that stores files, and the one that sends their bytes. */
export interface Transfer extends Effect {
  operation: Operation;
  download: Operation | undefined;
}

/** Whether a response has the bytes of a file. */
export function isFile(exchange: Exchange, { bytes }: Payload): boolean {
  return isSuccess(exchange) && bytesOf(exchange).equals(bytes);
}

function bytesOf({ bytes, body }: Exchange): Buffer {
  return bytes ? Buffer.from(bytes) : Buffer.from(body);
}

/** An uploaded file is found. */
export function foundFile(transfer: Transfer, exchange: Exchange): Judgment[] {
  if (!isGone(exchange)) return [];
  const breach = broken("file-not-found", { operation: exchange.operation, upload: transfer.operation.id });
  return [effectJudgment(transfer, { basis: "stated", ...breach, expected: "the uploaded bytes" }, exchange)];
}

/** An uploaded file comes back with its bytes. If so, it has its media type and its name. */
export function sameFile(transfer: Transfer, payload: Payload, exchange: Exchange): Judgment[] {
  const names = { operation: exchange.operation, upload: transfer.operation.id };
  if (!isFile(exchange, payload)) {
    const expected = `${payload.bytes.length} bytes of ${payload.type}`;
    const received = `${bytesOf(exchange).length} bytes: ${exchange.body}`;
    const facts = { basis: basisOf("bytes", transfer), ...broken("file-bytes-differ", names), expected, received };
    return [effectJudgment(transfer, facts, exchange)];
  }
  const type = exchange.headers.get("content-type") ?? "";
  const facts = { basis: basisOf("type", transfer), ...broken("file-media-type-differs", names) };
  const isSameType = mediaTypeOf(type) === payload.type;
  const otherType = isSameType
    ? []
    : [effectJudgment(transfer, { ...facts, expected: payload.type, received: type }, exchange)];
  return [...otherType, ...sameName(transfer, payload, exchange)];
}

/** The basis of a finding: whether the words of the operations say that the part is kept. */
function basisOf(part: "bytes" | "type", { operation, download }: Transfer): "stated" | "inferred" {
  return statesKept(part, [operation, download]) ? "stated" : "inferred";
}

/** The name of a download is that of the upload (RFC 6266, 4.3). A PUT sends none. */
function sameName(transfer: Transfer, { name }: Payload, exchange: Exchange): Judgment[] {
  const disposition = exchange.headers.get("content-disposition") ?? "";
  if (transfer.operation.method !== "post" || !/filename/i.test(disposition) || disposition.includes(name)) return [];
  const breach = broken("file-name-differs", { operation: exchange.operation, upload: transfer.operation.id });
  return [effectJudgment(transfer, { ...breach, expected: name, received: disposition }, exchange)];
}

/** A server does not send an empty file for a missing one, if the document has a response for that. */
export function absentFile(transfer: Transfer, exchange: Exchange): Judgment[] {
  const isDocumented = transfer.download?.responses.some(({ status }) => status === "404");
  if (!isDocumented || exchange.status !== 200 || bytesOf(exchange).length > 0) return [];
  const breach = broken("empty-file-sent", { operation: exchange.operation });
  return [effectJudgment(transfer, { ...breach, expected: "404" }, exchange)];
}

/** Another resource does not have the file. */
export function fileOfOther(transfer: Transfer, payload: Payload, exchange: Exchange): Judgment[] {
  if (!isFile(exchange, payload)) return [];
  const breach = broken("file-of-other-resource", { operation: exchange.operation });
  return [effectJudgment(transfer, { basis: "stated", ...breach, expected: "404, or another file" }, exchange)];
}

/** The bytes of a deleted file are gone. @param remove the operation that deleted it */
export function deletedFile(transfer: Transfer, remove: Operation, payload: Payload, exchange: Exchange): Judgment[] {
  if (!isFile(exchange, payload)) return [];
  const breach = broken("deleted-file-remains", { operation: exchange.operation, remove: remove.id });
  return [effectJudgment(transfer, { ...breach, expected: "404 or 410" }, exchange)];
}

/**
 * The fields that describe a file by their names have what was sent. A server may change names, and guess types.
 *
 * @param shown the resource in the response; undefined if it has none
 * @param beside the body that was sent with the file: its fields describe the resource, as the name of a person
 */
export function describedFile(
  transfer: Transfer,
  payload: Payload,
  shown: JsonObject | undefined,
  beside: JsonObject,
  exchange: Exchange,
): Judgment[] {
  const given = sentResource(beside, shown) ?? {};
  return Object.entries(shown ?? {}).flatMap(([field, value]): Judgment[] => {
    const property = Object.hasOwn(given, field) ? undefined : filePropertyOf(field);
    const wanted = property && propertyOf(payload, property);
    // A short size may be in another unit.
    const isSame = typeof wanted === "string" ? String(value).startsWith(wanted) : value === wanted;
    if (wanted === undefined || typeof value !== typeof wanted || isSame) return [];
    const breach = broken("file-field-differs", { operation: transfer.operation.id, field });
    return [effectJudgment(transfer, { ...breach, ...inJson(wanted, value) }, exchange)];
  });
}

function propertyOf({ bytes, type, name }: Payload, property: FileProperty): string | number {
  return { size: bytes.length, type, name }[property];
}
