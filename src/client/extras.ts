import { decoderFor } from "../http/body/text-of.js";
import type { PlacedCredentials } from "../http/credentials.js";
import { isRecord } from "../http/deep-object.js";
import { isJson, isWithin, MULTIPART, mediaTypeOf, URLENCODED } from "../http/media-type.js";
import { concreteType, type Shape } from "../http/negotiate.js";
import {
  type FormEncoding,
  plainContent,
  type RequestContent,
  serializeBody,
  serializeCookies,
  serializeHeader,
  serializePath,
  serializeQuery,
} from "../http/serialize.js";
import type { AnyInput } from "./input.js";
import type { Chunk, JsonCodec, OperationDescriptor, Reading } from "./operation.js";
import { bodyOf, isStructured, jsonOrText, pathOf, textOf } from "./sending/request.js";
import { textOf as textOfChunks } from "./sending/response.js";

// Parts of `Extras`. Generated code names those that an operation needs, so that a page has no others.

export { deepQuery, jsonBody, listQuery, objectQuery, plainPath, plainQuery } from "./sending/request.js";
export { certainDeletion, safe } from "./sending/retry.js";

/** A query in any style. */
export function styledQuery(query: Record<string, unknown>, { styles }: Pick<OperationDescriptor, "styles">): string {
  return serializeQuery(query, styles);
}

/** A path with parameters in any style. @throws Error as `pathOf` does */
export function styledPath(operation: OperationDescriptor, values: Record<string, unknown>): string {
  return pathOf(operation, values, (segment) => serializePath(segment, values, operation.styles));
}

/** The media type of a body, if its key is a range or a list. */
export function concreteMediaType(body: unknown, key: string): string {
  return body instanceof Blob ? concreteType(key, "binary", body.type) : concreteType(key, shapeOfBody(body));
}

/** The media type of a body that may have files. A form carries them, and JSON would write an empty object. */
export function filesMediaType(body: unknown, key: string): string {
  const hasFile =
    isRecord(body) &&
    Object.values(body)
      .flat()
      .some((field) => field instanceof Blob);
  return hasFile ? MULTIPART : key;
}

/** The kind of a value. Bytes and streams are not records either. */
function shapeOfBody(body: unknown): Shape {
  if (typeof body === "string") return "text";
  return Array.isArray(body) || isRecord(body) || typeof body !== "object" ? "structured" : "binary";
}

/** A body that is JSON, a text or bytes. */
export function plainBody(operation: OperationDescriptor, input: AnyInput, headers: Headers): RequestContent | null {
  return otherBody(operation, input, headers, (body, type) => plainContent(body, type, operation.extras?.json));
}

/** JSON, or a form of texts whose fields have no encoding. */
export function urlencodedBody(
  operation: OperationDescriptor,
  input: AnyInput,
  headers: Headers,
): RequestContent | null {
  return plainFormBody(operation, input, headers, { [URLENCODED]: urlencoded });
}

/** JSON, or a form with files whose fields have no encoding. */
export function multipartBody(
  operation: OperationDescriptor,
  input: AnyInput,
  headers: Headers,
): RequestContent | null {
  return plainFormBody(operation, input, headers, { [MULTIPART]: multipart });
}

/** JSON, or a form with files of which some fields have a media type. */
export function typedMultipartBody(
  operation: OperationDescriptor,
  input: AnyInput,
  headers: Headers,
): RequestContent | null {
  return plainFormBody(operation, input, headers, {
    [MULTIPART]: (fields, json) => typedMultipart(fields, json, encodingFor(operation, MULTIPART)),
  });
}

/** JSON, or one of these forms. */
export function plainFormsBody(
  operation: OperationDescriptor,
  input: AnyInput,
  headers: Headers,
): RequestContent | null {
  return plainFormBody(operation, input, headers, { [URLENCODED]: urlencoded, [MULTIPART]: multipart });
}

type Fields = readonly (readonly [name: string, value: unknown])[];

function plainFormBody(
  operation: OperationDescriptor,
  input: AnyInput,
  headers: Headers,
  forms: Readonly<Record<string, (fields: Fields, json: Pick<JsonCodec, "stringify">) => RequestContent>>,
): RequestContent | null {
  const { mediaType, json = JSON } = operation.extras ?? {};
  const write = (body: unknown, type: string) => {
    const form = isRecord(body) ? forms[mediaTypeOf(type)] : undefined;
    return form ? form(Object.entries(Object(body)).flatMap(partsOf), json) : plainContent(body, type, json);
  };
  return bodyOf(operation, input, headers, write, mediaType);
}

/** The parts of a field: the items of a list, without those that are undefined or null. */
function partsOf([name, value]: readonly [string, unknown]): [string, unknown][] {
  return [value].flat().flatMap((part) => (part === undefined || part === null ? [] : [[name, part]]));
}

function urlencoded(fields: Fields): URLSearchParams {
  return new URLSearchParams(fields.map(([name, part]) => [name, jsonOrText(part)]));
}

/** Objects, and lists in lists, are JSON (Encoding Object, OpenAPI 3.1, 4.8.15). */
function multipart(fields: Fields, json: Pick<JsonCodec, "stringify">): FormData {
  const form = new FormData();
  for (const [name, part] of fields) {
    if (part instanceof Blob) form.append(name, part);
    else if (!isStructured(part)) form.append(name, jsonOrText(part));
    else form.append(name, new Blob([json.stringify(part)], { type: "application/json" }));
  }
  return form;
}

/** The same, with the documented media types of fields. A file keeps its own. */
function typedMultipart(fields: Fields, json: Pick<JsonCodec, "stringify">, encoding: FormEncoding): FormData {
  const form = new FormData();
  for (const [name, part] of fields) {
    const type = encoding[name]?.contentType ?? (isStructured(part) ? "application/json" : "");
    const file = part instanceof Blob;
    const content = file ? part : isJson(type) ? json.stringify(part) : jsonOrText(part);
    const isAsItIs = file ? part.type !== "" || type === "" : type === "";
    const sent = isAsItIs ? content : new File([content], part instanceof File ? part.name : "blob", { type });
    if (typeof sent === "string") form.append(name, sent);
    else form.append(name, sent);
  }
  return form;
}

/** Any body that is not a file, with any encoding of its fields. */
export function formBody(operation: OperationDescriptor, input: AnyInput, headers: Headers): RequestContent | null {
  return otherBody(operation, input, headers, (body, type) =>
    serializeBody(body, type, encodingFor(operation, type), operation.extras?.json),
  );
}

function otherBody(
  operation: OperationDescriptor,
  input: AnyInput,
  headers: Headers,
  write: (body: unknown, mediaType: string) => RequestContent,
): RequestContent | null {
  return bodyOf(operation, input, headers, write, operation.extras?.mediaType ?? blobMediaType);
}

/** The media type of a sent file, where the document names a range of types. */
function blobMediaType(body: unknown, key: string): string {
  return body instanceof Blob && isWithin(body.type, key) ? body.type : key;
}

/** The encoding of a form. Its key may have parameters. */
function encodingFor({ encoding = {} }: OperationDescriptor, mediaType: string): FormEncoding {
  return encoding[Object.keys(encoding).find((key) => isWithin(mediaType, key)) ?? ""] ?? {};
}

/**
 * Chooses among media types of which some are not JSON. A call that asks for one gets no other. Frameworks list a text type beside JSON,
 * and may send their JSON as text.
 */
export function chooseType(
  documented: readonly string[] | undefined,
  header: string | null,
  accept: string | undefined,
): Reading {
  const types = accept === undefined ? documented : documented?.filter((type) => isWithin(accept, type));
  const received = header ?? types?.[0] ?? "";
  const type = types?.find((name) => isWithin(received, name) || (isJson(name) && isJson(received)));
  const isValue = (type !== ANY_TEXT && isJson(accept ?? types?.[0] ?? "")) || isJson(type ?? "");
  if (isValue || !type) return { types, type };
  return { types, type, read: readerFor(type, header ?? "") };
}

/** The same where no documented type is a range. */
export function chooseNamed(
  documented: readonly string[] | undefined,
  header: string | null,
  accept: string | undefined,
): Reading {
  const types = accept === undefined ? documented : documented?.filter((name) => name === accept);
  const received = header ?? types?.[0] ?? "";
  const type =
    types?.find((name) => mediaTypeOf(name) === mediaTypeOf(received)) ??
    (isJson(received) ? types?.find(isJson) : undefined);
  const isValue = isJson(accept ?? types?.[0] ?? "") || isJson(type ?? "");
  return isValue || !type ? { types, type } : { types, type, read: readerFor(type, header ?? "") };
}

/** How a body that is not JSON is read: as a text or a file. */
function readerFor(type: string, header: string): (chunks: Chunk[]) => unknown {
  return (chunks) =>
    type.startsWith("text/") ? textOfChunks(chunks, decoderFor(header)) : new Blob(chunks, { type: header });
}

/** The range that `readAs` of the generator gives to a text. Frameworks send texts as they are, even if they document JSON. */
const ANY_TEXT = "text/*";

/** The fields of a header, as `Headers` takes them. */
type HeaderPairs = [name: string, value: string][];

/** Header parameters of texts, numbers and dates. */
export function plainHeader(_: OperationDescriptor, { header = {} }: AnyInput): HeaderPairs {
  return pairsOf(header, textOf);
}

/** Cookies of texts, numbers and dates. */
export function plainCookie(_: OperationDescriptor, { cookie }: AnyInput, keys: PlacedCredentials): HeaderPairs {
  const pairs = pairsOf({ ...cookie, ...keys.cookie }, (value) => encodeURIComponent(textOf(value)));
  return pairs.length > 0 ? [["Cookie", pairs.map((pair) => pair.join("=")).join("; ")]] : [];
}

/** The names and texts of values, without those that are undefined or null. */
function pairsOf(values: Record<string, unknown>, write: (value: unknown) => string): HeaderPairs {
  return Object.entries(values).flatMap(
    ([name, value]): HeaderPairs => (value === undefined || value === null ? [] : [[name, write(value)]]),
  );
}

/** Header parameters. An empty list is undefined to all styles (RFC 6570, 2.3). */
export function headerFields({ styles = {} }: OperationDescriptor, { header = {} }: AnyInput): HeaderPairs {
  const isPresent = (value: unknown) =>
    value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
  const entries = Object.entries(header).filter(([, value]) => isPresent(value));
  return entries.map(([name, value]) => [name, serializeHeader(value, styles[`header.${name}`])]);
}

/** The header `Cookie`. Browsers ignore it when a page sets it. */
export function cookieField(
  { styles }: OperationDescriptor,
  { cookie }: AnyInput,
  keys: PlacedCredentials,
): HeaderPairs {
  const text = serializeCookies({ ...cookie, ...keys.cookie }, styles);
  return text ? [["Cookie", text]] : [];
}
