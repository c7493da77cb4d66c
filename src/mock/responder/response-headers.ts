import { carriedValue, isFramingHeader, isHeader, isToken } from "#http/headers.js";
import { isJson } from "#http/media-type.js";
import { serializeHeader } from "#http/serialize.js";
import { asObject, isObject, type Json } from "#openapi/document/document.js";
import { firstExample } from "#openapi/operations/example-pairs.js";
import type { DocumentedResponse, ResponseHeader } from "#openapi/operations/operation.js";
import type { ValueMaker } from "./made-values.js";
import type { MockedResponse } from "./mocked-response.js";

/**
 * The documented headers of a response: their examples, or generated values. Those about the bytes that are sent would be
 * wrong for any other body. Those of CORS are about the documented server, and a page may call the mock from any origin.
 */
export function headersOf({ headers }: DocumentedResponse, values: ValueMaker): Record<string, string> {
  return Object.fromEntries(
    headers.flatMap((header): [string, string][] => {
      if (isOfServer(header.name)) return [];
      const value: Json | undefined =
        firstExample(header.examples) ?? (header.schema === undefined ? undefined : values.value(header));
      if (value === undefined || value === null) return [];
      const name = header.name.toLowerCase();
      const text = written(header, value);
      const isGeneratedTag = name === "etag" && firstExample(header.examples) === undefined;
      return [[name, isGeneratedTag ? tagLike(header, text) : text]];
    }),
  );
}

/** A generated text as an entity tag, which has double quotes (RFC 9110, 8.8.3). A pattern or an enum may want another form. */
function tagLike({ schema }: ResponseHeader, text: string): string {
  const { pattern, enum: members, const: only } = asObject(isObject(schema) ? schema : {});
  const isFree = [pattern, members, only].every((keyword) => keyword === undefined);
  return isFree && isToken(text) ? `"${text}"` : text;
}

function isOfServer(name: string): boolean {
  return isFramingHeader(name) || /^(content-encoding|content-type|access-control-.*)$/i.test(name);
}

/** The value of a header by its media type, or by the style `simple` (Header Object, OpenAPI 3.1, 4.8.21). */
function written({ explode, mediaType }: ResponseHeader, value: unknown): string {
  return serializeHeader(value, { explode, json: mediaType !== undefined && isJson(mediaType) });
}

/** The header of a response that HTTP cannot carry; undefined if it carries all of them. */
export function uncarriedHeader({ headers = {} }: MockedResponse): string | undefined {
  const [name, value] = Object.entries(headers).find(([each, sent]) => !isHeader(each, sent)) ?? [];
  if (name === undefined) return undefined;
  if (!isToken(name)) return `the header ${name} has a name that is not a token (RFC 9110, 5.1), and is left out`;
  return `the header ${name} has ${JSON.stringify(value)}, and HTTP cannot carry some of its characters (RFC 9110, 5.5)`;
}

/** The response without the headers, and the characters in them, that HTTP cannot carry. */
export function withCarriedHeaders({ headers = {}, ...response }: MockedResponse): MockedResponse {
  const carried = Object.entries(headers).filter(([name]) => isToken(name));
  return { ...response, headers: Object.fromEntries(carried.map(([name, value]) => [name, carriedValue(value)])) };
}
