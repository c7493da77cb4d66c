import { isJson } from "../http/media-type.js";
import type { Json } from "../openapi/document/document.js";
import { type ExamplePair, firstExample } from "../openapi/operations/example-pairs.js";
import type { DocumentedResponse } from "../openapi/operations/operation.js";

/** The documented response of a request in a collection. */
export interface CollectionResponse {
  /** The key of the document: `200`, `2XX` or `default`. */
  status: string;
  /** The status of the saved response: the first one of a range. */
  code: number;
  /** The media types of the document, which may have ranges; an empty list if it documents no content. */
  mediaTypes: readonly string[];
  /** The example of the response, as text. */
  saved: SavedBody | undefined;
}

/** The body of a response that a tool shows beside the request. */
export interface SavedBody {
  type: string;
  text: string;
}

/** @param example the example of its body; undefined if it has none */
export function documentedResponse(
  response: DocumentedResponse | undefined,
  example: ExamplePair["responseExample"],
): CollectionResponse {
  const { status = "default", content = [] } = response ?? {};
  const type = example?.mediaType.name ?? "";
  return {
    status,
    code: /^\d/.test(status) ? Number(status.replaceAll(/x/gi, "0")) : 500,
    mediaTypes: content.map(({ name }) => name),
    saved: example && { type, text: textOf(example.value, type) },
  };
}

/** The first example of the body of a response, which belongs to no request. */
export function firstBody(response: DocumentedResponse | undefined): ExamplePair["responseExample"] {
  for (const mediaType of response?.content ?? []) {
    const value = firstExample(mediaType.examples);
    if (value !== undefined) return { mediaType, value };
  }
  return undefined;
}

function textOf(value: Json, type: string): string {
  return isJson(type) || typeof value !== "string" ? JSON.stringify(value, null, 2) : value;
}

/** The statuses that a key of the document admits, from the first to the last; undefined for any. */
export function statusesOf({ status }: Pick<CollectionResponse, "status">): readonly [number, number] | undefined {
  if (!/^\d/.test(status)) return undefined;
  return [Number(status.replaceAll(/x/gi, "0")), Number(status.replaceAll(/x/gi, "9"))];
}

/** The source of a regular expression that matches the header Content-Type of the documented media types. */
export function contentTypePattern({ mediaTypes }: Pick<CollectionResponse, "mediaTypes">): string {
  const names = mediaTypes.map((name) => {
    const [plain = ""] = name.split(";", 1);
    return plain
      .trim()
      .replaceAll(/[.+^$()|[\]{}?\\/]/g, "\\$&")
      .replaceAll("*", "[^;]+");
  });
  return `^(${names.join("|")})\\s*(;|$)`;
}
