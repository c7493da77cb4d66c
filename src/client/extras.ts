import { decoderFor } from "../http/body/text-of.js";
import type { PlacedCredentials } from "../http/credentials.js";
import { isRecord, isStructured } from "../http/deep-object.js";
import { isJson, isWithin, MULTIPART, mediaTypeOf, URLENCODED } from "../http/media-type.js";
import { concreteType, type Shape } from "../http/negotiate.js";
import {
  plainContent,
  type RequestContent,
  serializeCookies,
  serializeHeader,
  serializePath,
  serializeQuery,
} from "../http/serialize.js";
import type { AnyInput } from "./input.js";
import type { Extras, FieldTypes, FormWriting, JsonCodec, OperationDescriptor, Reading } from "./operation.js";
import { bodyOf, jsonOrText, objectQuery, pathOf, textOf } from "./sending/request.js";

// Parts of `Extras`. Generated code names those that an operation needs, so that a page has no others.

export {
  deepMemberQuery,
  deepQuery,
  jsonBody,
  listQuery,
  memberQuery,
  objectQuery,
  plainPath,
  plainQuery,
} from "./sending/request.js";
export { certainDeletion, safe } from "./sending/retry.js";

/** The base URL of an operation with a server of its own. A client of a server that the document lacks keeps that. */
export function ownBase({ server }: OperationDescriptor, base: string): string {
  return server?.instead.includes(base) ? server.url : base;
}

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
  const { mediaType = blobMediaType, json } = operation.extras ?? {};
  return bodyOf(operation, input, headers, (body, type) => plainContent(body, type, json), mediaType);
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

/** JSON, or a form with files of which some fields have media types. */
export function typedMultipartBody(
  operation: OperationDescriptor,
  input: AnyInput,
  headers: Headers,
): RequestContent | null {
  const { [MULTIPART]: encoding = {} } = operation.encoding ?? {};
  return plainFormBody(operation, input, headers, { [MULTIPART]: typedMultipart }, (field) =>
    partsOf(field, encoding[field[0]]?.types),
  );
}

/** JSON, or one of these forms. */
export function plainFormsBody(
  operation: OperationDescriptor,
  input: AnyInput,
  headers: Headers,
): RequestContent | null {
  return plainFormBody(operation, input, headers, { [URLENCODED]: urlencoded, [MULTIPART]: multipart });
}

type BodyWriter = NonNullable<Extras["body"]>;

/** JSON, or a form of texts with any encoding of its fields. */
export const encodedTextsBody: BodyWriter = (...call) => encodedBody(call, { [URLENCODED]: urlencoded });

/** JSON, a form of texts with any encoding of its fields, or one with files whose fields have no encoding. */
export const encodedTextsOrFilesBody: BodyWriter = (...call) =>
  encodedBody(call, { [URLENCODED]: urlencoded, [MULTIPART]: multipart });

/** JSON, or one of these forms with any encoding of its fields. */
export const formBody: BodyWriter = (...call) =>
  encodedBody(call, { [URLENCODED]: urlencoded, [MULTIPART]: typedMultipart });

function encodedBody([operation, input, headers]: Parameters<BodyWriter>, forms: Forms): ReturnType<BodyWriter> {
  const { encoding } = operation;
  return plainFormBody(operation, input, headers, forms, (field, type) =>
    encodedParts(field, encoding?.[type] ?? {}, type),
  );
}

/** The writers of forms, by their media types. */
type Forms = Readonly<Record<string, (parts: readonly Part[], json: Pick<JsonCodec, "stringify">) => RequestContent>>;

/** A part of a form, and its documented media types. */
type Part = readonly [name: string, value: unknown, types?: FieldTypes | undefined];
type Field = readonly [name: string, value: unknown];

function plainFormBody(
  operation: OperationDescriptor,
  input: AnyInput,
  headers: Headers,
  forms: Forms,
  parts: (field: Field, type: string) => Part[] = (field) => partsOf(field),
): RequestContent | null {
  const { mediaType, json = JSON } = operation.extras ?? {};
  const write = (body: unknown, key: string) => {
    const type = mediaTypeOf(key);
    const form = isRecord(body) ? forms[type] : undefined;
    return form
      ? form(
          Object.entries(Object(body)).flatMap((field) => parts(field, type)),
          json,
        )
      : plainContent(body, key, json);
  };
  return bodyOf(operation, input, headers, write, mediaType);
}

/** The parts of a field: the items of a list, without those that are undefined or null. */
function partsOf([name, value]: Field, types?: FieldTypes): Part[] {
  return [value].flat().flatMap((part): Part[] => (part === undefined || part === null ? [] : [[name, part, types]]));
}

/** The parts of a field that may have a style. A form of texts may have it as JSON. */
function encodedParts(field: Field, encoding: FormWriting, type: string): Part[] {
  const [name, value] = field;
  const { joint, types } = encoding[name] ?? {};
  if (joint !== undefined)
    return [...new URLSearchParams(objectQuery({ [name]: value }, { joints: { [name]: joint } }))];
  const isWhole = types && type === URLENCODED && value !== undefined && value !== null;
  return isWhole ? [[name, JSON.stringify(value)]] : partsOf(field, types);
}

function urlencoded(parts: readonly Part[]): URLSearchParams {
  return new URLSearchParams(parts.map(([name, part]) => [name, jsonOrText(part)]));
}

/** Objects, and lists in lists, are JSON (Encoding Object, OpenAPI 3.1, 4.8.15). */
function multipart(parts: readonly Part[], json: Pick<JsonCodec, "stringify">): FormData {
  const form = new FormData();
  for (const [name, part] of parts) {
    if (part instanceof Blob) form.append(name, part);
    else if (!isStructured(part)) form.append(name, jsonOrText(part));
    else form.append(name, new Blob([json.stringify(part)], { type: "application/json" }));
  }
  return form;
}

/** The same, with the documented media types of fields. A file keeps its own. */
function typedMultipart(parts: readonly Part[], json: Pick<JsonCodec, "stringify">): FormData {
  const form = new FormData();
  for (const [name, part, [text = "", structured = text, ofFile = text] = []] of parts) {
    const file = part instanceof Blob ? part : undefined;
    const own = file?.type ?? "";
    const type = file ? own || ofFile : isStructured(part) ? structured || "application/json" : text;
    const content = file ?? (isJson(type) ? json.stringify(part) : jsonOrText(part));
    const sent = type === own ? content : new File([content], file instanceof File ? file.name : "blob", { type });
    form.append(name, sent);
  }
  return form;
}

/** The media type of a sent file, where the document names a range of types. */
function blobMediaType(body: unknown, key: string): string {
  return body instanceof Blob && isWithin(body.type, key) ? body.type : key;
}

/**
 * Chooses among media types of which some are not JSON. A call that asks for one gets no other. Frameworks list a text type beside JSON,
 * and may send their JSON as text.
 */
export function chooseType(
  documented: readonly string[] | undefined,
  header: string | null,
  accept: string | undefined,
  { read }: Extras,
): Reading {
  const types = accept === undefined ? documented : documented?.filter((type) => isWithin(accept, type));
  const received = header ?? types?.[0] ?? "";
  const type = types?.find((name) => isWithin(received, name) || (isJson(name) && isJson(received)));
  const isValue = (type !== ANY_TEXT && isJson(accept ?? types?.[0] ?? "")) || isJson(type ?? "");
  return isValue || !type ? { types, type } : { types, type, read: read?.(type, header ?? "") };
}

/** The same where no documented type is a range. */
export function chooseNamed(
  documented: readonly string[] | undefined,
  header: string | null,
  accept: string | undefined,
  { read }: Extras,
): Reading {
  const types = documented?.filter((name) => accept === undefined || mediaTypeOf(name) === mediaTypeOf(accept));
  const received = header ?? types?.[0] ?? "";
  const type =
    types?.find((name) => mediaTypeOf(name) === mediaTypeOf(received)) ??
    (isJson(received) ? types?.find(isJson) : undefined);
  const isValue = isJson(accept ?? types?.[0] ?? "") || isJson(type ?? "");
  return isValue || !type ? { types, type } : { types, type, read: read?.(type, header ?? "") };
}

/** A body that is not JSON, as a file. */
export const readFile: NonNullable<Extras["read"]> = (_, header) => (chunks) => new Blob(chunks, { type: header });

/** The same as a text. */
export const readText: typeof readFile = (_, header) => async (chunks) =>
  decoderFor(header).decode(await new Blob(chunks).arrayBuffer());

/** The same as a text that is always UTF-8, as server-sent events are (HTML, 9.2.5). */
export const readEvents: typeof readFile = () => (chunks) => new Blob(chunks).text();

/** The same as a text or a file, as the documented type says. */
export const readTextOrFile: typeof readFile = (type, header) =>
  (type.startsWith("text/") ? readText : readFile)(type, header);

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
