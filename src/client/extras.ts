import { decoderFor } from "../http/body/text-of.js";
import type { PlacedCredentials } from "../http/credentials.js";
import { isRecord } from "../http/deep-object.js";
import { isWithin, MULTIPART, mediaTypeOf, URLENCODED } from "../http/media-type.js";
import { concreteType, type Shape } from "../http/negotiate.js";
import {
  type FormEncoding,
  formText,
  multipartForm,
  plainContent,
  type RequestContent,
  serializeBody,
  serializeCookies,
  serializeHeader,
} from "../http/serialize.js";
import type { AnyInput } from "./input.js";
import type { Chunk, OperationDescriptor } from "./operation.js";
import { textOf } from "./sending/response.js";

// Parts of `Extras`. Generated code names those that an operation needs, so that a page has no others.

export { serializePath, serializeQuery } from "../http/serialize.js";

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
export function plainBody({ extras }: OperationDescriptor, body: unknown, mediaType: string): RequestContent {
  return plainContent(body, mediaType, extras?.json);
}

/** The same, or a form of texts. */
export function urlencodedBody(operation: OperationDescriptor, body: unknown, mediaType: string): RequestContent {
  return isRecord(body) && mediaTypeOf(mediaType) === URLENCODED
    ? new URLSearchParams(formText(body, encodingFor(operation, mediaType)))
    : plainBody(operation, body, mediaType);
}

/** The same, or a form with files, whose fields have no style. */
export function multipartBody(operation: OperationDescriptor, body: unknown, mediaType: string): RequestContent {
  return isRecord(body) && mediaTypeOf(mediaType) === MULTIPART
    ? multipartForm(body, encodingFor(operation, mediaType), operation.extras?.json)
    : plainBody(operation, body, mediaType);
}

/** The same, or any form. */
export function formBody(operation: OperationDescriptor, body: unknown, mediaType: string): RequestContent {
  return serializeBody(body, mediaType, encodingFor(operation, mediaType), operation.extras?.json);
}

/** The encoding of a form. Its key may have parameters. */
function encodingFor({ encoding = {} }: OperationDescriptor, mediaType: string): FormEncoding {
  return encoding[Object.keys(encoding).find((key) => isWithin(mediaType, key)) ?? ""] ?? {};
}

/** The body of a response that is a text, or a file. */
export function otherContent(chunks: Chunk[], documented: string, header: string): string | Blob {
  return documented.startsWith("text/") ? textOf(chunks, decoderFor(header)) : new Blob(chunks, { type: header });
}

/** Header parameters. An empty list is undefined to all styles (RFC 6570, 2.3). */
export function headerFields({ styles = {} }: OperationDescriptor, { header = {} }: AnyInput): Record<string, string> {
  const isPresent = (value: unknown) =>
    value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
  const entries = Object.entries(header).filter(([, value]) => isPresent(value));
  return Object.fromEntries(entries.map(([name, value]) => [name, serializeHeader(value, styles[`header.${name}`])]));
}

/** The header `Cookie`. Browsers ignore it when a page sets it. */
export function cookieField(
  { styles }: OperationDescriptor,
  { cookie }: AnyInput,
  keys: PlacedCredentials,
): Record<string, string> {
  const text = serializeCookies({ ...cookie, ...keys.cookie }, styles);
  return text ? { Cookie: text } : {};
}
