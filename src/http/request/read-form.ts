import { asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import type { SchemaValidator } from "#openapi/schema/validator.js";
import { MULTIPART, mediaTypeOf, URLENCODED } from "../media-type.js";
import { readParameter, typesOf } from "./read-parameter.js";

/**
 * Reads a form as the value that its schema describes (Encoding Object, OpenAPI 3.1, 4.8.15): each field as a parameter of
 * a query, and an object as JSON.
 *
 * @returns undefined for another media type
 */
export function readForm(
  document: OpenApiDocument,
  { pointer, schemaPointer }: MediaType,
  contentType: string,
  text: string,
  validator: SchemaValidator,
): { value: Json } | undefined {
  const query = fieldsOf(contentType, text);
  if (!query) return undefined;
  const parts = { path: {}, query, headers: { get: () => null }, cookies: {} };
  const fields = [...new Set(query.keys())].map((name): [string, Json] => {
    const [place] = schemasAt(document, schemaPointer, pointerTo("", name)).at(-1) ?? [];
    const schema = place === undefined ? undefined : asObject(valueAt(document, place));
    const isObject = typesOf(resolveReference(document, schema, "#").node).includes("object");
    const { style = "form", explode = style === "form" } = asObject(
      valueAt(document, pointerTo(pointer, "encoding", name)),
    );
    const field = {
      name,
      in: "query",
      style: String(style),
      explode: explode === true,
      mediaType: isObject ? "application/json" : undefined,
      schema,
      schemaPointer: place ?? pointer,
    } as const;
    return [name, readParameter(document, field, parts, validator)?.value ?? null];
  });
  return { value: Object.fromEntries(fields) };
}

/** The fields of a form, urlencoded (WHATWG URL, 5.1) or multipart (RFC 7578). */
function fieldsOf(contentType: string, text: string): URLSearchParams | undefined {
  const type = mediaTypeOf(contentType);
  if (type === URLENCODED) return new URLSearchParams(text);
  if (type !== MULTIPART) return undefined;
  const [, quoted, plain = ""] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const parts = text.split(`--${quoted ?? plain}`).slice(1, -1);
  return new URLSearchParams(
    parts.flatMap((part): [string, string][] => {
      const [, head = "", content = ""] = /^\r\n(.*?)\r\n\r\n(.*)\r\n$/s.exec(part) ?? [];
      const [, name] = /\bname="([^"]*)"/i.exec(head) ?? [];
      return name === undefined ? [] : [[name, content]];
    }),
  );
}
