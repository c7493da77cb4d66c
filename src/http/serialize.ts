import type { FieldEncoding, MediaType } from "../openapi/operations/operation.js";
import { type FormPart, fileNameOf } from "./body/form-parts.js";
import { deepPairs, isRecord } from "./deep-object.js";
import { isForm, isJson, mediaTypeOf, URLENCODED } from "./media-type.js";
import { concreteType, type Shape } from "./negotiate.js";
import { listText, objectText } from "./styles.js";

/** The serialization of a parameter (OpenAPI 3.1, 4.8.12.3). */
export interface ParameterStyle {
  style?: "deepObject" | "form" | "label" | "matrix" | "pipeDelimited" | "querystring" | "simple" | "spaceDelimited";
  explode?: boolean;
  allowReserved?: boolean;
  /** The value is serialized as JSON, for a parameter that has `content` in place of `schema`. */
  json?: boolean;
}

/** The styles of parameters by location and name, for example `query.tags`; without an entry, the default style. */
export type Styles = Readonly<Record<string, ParameterStyle>>;

/** Serializes a query (OpenAPI 3.1, 4.8.12.3). Values that are undefined or null are left out. */
export function serializeQuery(query: Record<string, unknown>, styles: Styles = {}): string {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => {
      const { style = "form", explode = style === "form", allowReserved = false, json } = styles[`query.${name}`] ?? {};
      const key = encodeURIComponent(name);
      const sent = json ? JSON.stringify(value) : value;
      const written = (text: string) => (allowReserved ? text : encodeURIComponent(text));
      if (style === "querystring") return isRecord(sent) ? formText(sent) : encodeURIComponent(textOf(sent));
      if (style === "deepObject") {
        return deepPairs(name, sent)
          .map(([deep, item]) => `${encodeURIComponent(deep)}=${written(textOf(item))}`)
          .join("&");
      }
      if (Array.isArray(sent)) return listText(key, sent.map(textOf).map(written), { style, explode });
      if (isRecord(sent)) return objectText(key, pairsOf(sent, explode, written), { style, explode });
      return `${key}=${written(textOf(sent))}`;
    })
    .filter(Boolean)
    .join("&");
}

/** Replaces the parameters in a path template by their values (OpenAPI 3.1, 4.8.12.3). A parameter without a value stays. */
export function serializePath(path: string, parameters: Record<string, unknown>, styles: Styles = {}): string {
  return path.replace(/\{([^{}]+)\}/g, (parameter: string, name: string) => {
    if (parameters[name] === undefined) return parameter;
    const { style = "simple", explode = false, json } = styles[`path.${name}`] ?? {};
    const value = json ? JSON.stringify(parameters[name]) : parameters[name];
    if (Array.isArray(value)) return listText(name, value.map(textOf).map(encodeURIComponent), { style, explode });
    if (isRecord(value)) return objectText(name, pairsOf(value, false, encodeURIComponent), { style, explode });
    const text = encodeURIComponent(textOf(value));
    return style === "label" ? `.${text}` : style === "matrix" ? `;${name}=${text}` : text;
  });
}

/** Serializes a header parameter in style `simple`. Header values are not percent-encoded. */
export function serializeHeader(value: unknown, { explode = false, json }: ParameterStyle = {}): string {
  if (json) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(textOf).join(",");
  if (!isRecord(value)) return textOf(value);
  return Object.entries(value)
    .flatMap(([key, item]) => (explode ? `${key}=${textOf(item)}` : [key, textOf(item)]))
    .join(",");
}

/** The characters of a cookie (RFC 6265, 4.1.1). */
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

/** Serializes cookie parameters as one `Cookie` header (RFC 6265, 5.4). Browsers ignore it when a page sets it. */
export function serializeCookies(cookies: Record<string, unknown>, styles: Styles = {}): string {
  return Object.entries(cookies)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => {
      const { json = false, allowReserved = false } = styles[`cookie.${name}`] ?? {};
      const text = serializeHeader(value, { json });
      return `${name}=${allowReserved && COOKIE_VALUE.test(text) ? text : encodeURIComponent(text)}`;
    })
    .join("; ");
}

/** The body of a `Request`. The types of the DOM have a name for it, those of Node do not. */
export type RequestContent = NonNullable<RequestInit["body"]>;

/** Writes JSON, for example with all digits of integers (default: `JSON`). */
interface JsonWriter {
  stringify(value: unknown): string;
}

/** How the fields of a form are serialized, by name (Encoding Object, OpenAPI 3.1, 4.8.15). */
export type FormEncoding = MediaType["encoding"];

/**
 * Serializes a request body by its media type, which is none of ranges. Bodies other than JSON and forms are sent unchanged.
 *
 * @throws TypeError for an object in any other media type
 */
export function serializeBody(
  body: unknown,
  mediaType: string,
  encoding: FormEncoding = {},
  json: JsonWriter = JSON,
): RequestContent {
  if (!isRecord(body) || !isForm(mediaType)) return plainContent(body, mediaType, json);
  return mediaTypeOf(mediaType) === URLENCODED
    ? new URLSearchParams(formText(body, encoding))
    : multipartForm(body, encoding, json);
}

/** The same for a body that is not a form. */
export function plainContent(body: unknown, mediaType: string, json: JsonWriter = JSON): RequestContent {
  if (isJson(mediaType)) return json.stringify(body);
  if (!isRecord(body)) return body as RequestContent;
  throw new TypeError(`A body of ${mediaType} must be text or binary data.`);
}

/** Whether a field of a form is written as a parameter would be (Encoding Object, OpenAPI 3.1, 4.8.15). */
function isStyled({ style, explode }: { style?: unknown; explode?: unknown }): boolean {
  return style !== undefined || explode !== undefined;
}

/** The fields of a form as a query. A field is JSON if its encoding says so, or if it is an object; a style counts more. */
export function formText(body: Record<string, unknown>, encoding: FormEncoding = {}): string {
  const styles = Object.entries(body).map(([name, value]) => {
    const { style, explode, contentType = "" } = encoding[name] ?? {};
    const hasStyle = isStyled({ style, explode });
    const given = { ...(style && { style }), ...(explode !== undefined && { explode }) };
    return [`query.${name}`, hasStyle ? given : { json: isRecord(value) || isJson(contentType) }];
  });
  return serializeQuery(body, Object.fromEntries(styles));
}

/** The media type of bytes (RFC 2046, 4.5.1). */
const OCTETS = "application/octet-stream";

/** A media type, with simple parameters. A document may have any other text in its place, which files must not repeat. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; ?[\w-]+=[\w-]+)*$/;

/** The parts of a form as texts. A file has a name, and the media type of bytes where the document names none. */
export function multipartFields(body: Record<string, unknown>, encoding: FormEncoding = {}): FormPart[] {
  return partsOf(body, encoding).map(([name, part, contentType]) => {
    const isFile = encoding[name]?.isFile === true;
    const type = isFile ? fileTypeOf(encoding[name]) : contentType && concreteType(contentType, shapeOfPart(part));
    return {
      name,
      filename: isFile ? fileNameOf(name, type ?? "") : undefined,
      type: type && MEDIA_TYPE.test(type) ? type : undefined,
      content: partText(part, type ?? "", JSON),
    };
  });
}

/** The media type in which a file is sent. It is the first that the document names, or that of bytes. */
export function fileTypeOf({ contentType = OCTETS }: FieldEncoding = {}): string {
  return concreteType(contentType, "binary");
}

/** The parts of a form. A text that has a media type is a `Blob`, the only part of `FormData` that has one. */
function multipartForm(body: Record<string, unknown>, encoding: FormEncoding, json: JsonWriter): FormData {
  const form = new FormData();
  for (const [name, part, contentType] of partsOf(body, encoding)) {
    if (part instanceof Blob) form.append(name, ofType(part, contentType));
    else if (contentType === undefined) form.append(name, textOf(part));
    else form.append(name, textPart(part, concreteType(contentType, shapeOfPart(part)), json));
  }
  return form;
}

/** The names and texts of a field that is written in a style. */
function styledPairs(field: Record<string, unknown>, encoding: FormEncoding): [string, string][] {
  return [...new URLSearchParams(formText(field, encoding))];
}

function textPart(part: unknown, type: string, json: JsonWriter): Blob {
  return new Blob([partText(part, type, json)], { type });
}

function partText(part: unknown, type: string, json: JsonWriter): string {
  return isJson(type) ? json.stringify(part) : textOf(part);
}

/** A file with one of the documented types, if it has none of its own. */
function ofType(file: Blob, contentType: string | undefined): Blob {
  if (contentType === undefined || file.type !== "") return file;
  const type = concreteType(contentType, "binary");
  return file instanceof File ? new File([file], file.name, { type }) : new Blob([file], { type });
}

/**
 * The name and value of each part, and its documented media type. Without one, objects and lists in lists are JSON, and
 * other parts have none (Encoding Object, OpenAPI 3.1, 4.8.15). The default of a text is `text/plain` (RFC 7578, 4.4).
 */
function partsOf(body: Record<string, unknown>, encoding: FormEncoding) {
  return Object.entries(body).flatMap(([field, value]) => {
    const { style, explode, contentType } = encoding[field] ?? {};
    const hasStyle = isStyled({ style, explode });
    const pairs: [string, unknown][] = hasStyle
      ? styledPairs({ [field]: value }, encoding)
      : [value].flat().map((item) => [field, item]);
    const typeOf = (part: unknown) =>
      contentType ?? (shapeOfPart(part) === "structured" ? "application/json" : undefined);
    return pairs
      .filter(([, part]) => part !== undefined && part !== null)
      .map(([name, part]) => [name, part, hasStyle ? undefined : typeOf(part)] as const);
  });
}

function shapeOfPart(part: unknown): Shape {
  return Array.isArray(part) || isRecord(part) ? "structured" : "text";
}

/**
 * The names and texts of an object. OpenAPI leaves a list in an exploded query open (3.1, 4.8.12.3). It repeats its name, as
 * Swagger UI and Spring do: `sort=name,asc&sort=id`.
 */
function pairsOf(
  object: Record<string, unknown>,
  isRepeated: boolean,
  written: (text: string) => string,
): [name: string, text: string][] {
  return Object.entries(object).flatMap(([name, value]) => {
    const all: unknown[] = isRepeated && Array.isArray(value) ? value : [value];
    const present = all.filter((one) => one !== undefined && one !== null);
    return present.map((one): [string, string] => [encodeURIComponent(name), written(textOf(one))]);
  });
}

/** A value as text. OpenAPI leaves open how a list or an object inside of a list is written (3.1, 4.8.12.3): as JSON. */
function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) || isRecord(value) ? JSON.stringify(value) : String(value);
}
