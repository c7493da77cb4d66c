import { mediaTypeOf } from "../openapi/document/media-type.js";

export { isJson, mediaTypeOf } from "../openapi/document/media-type.js";

/**
 * The media types that a documented key names. A key of `content` is one of them. `contentType` of a field may be a list:
 * `image/png, image/jpeg` (Encoding Object, OpenAPI 3.1, 4.8.15).
 */
export function typesIn(key: string): string[] {
  const types = key.match(/(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
  return types.map((type) => type.trim()).filter((type) => type !== "");
}

/**
 * True if a documented media type covers another one. It may be a list, a range such as `text/*` (RFC 9110, 12.5.1), or a range
 * of one suffix: `application/*+json` (RFC 6839).
 */
export function includesType(documented: string, received: string): boolean {
  return typesIn(documented).some((name) => isWithin(received, name));
}

/** The same for one media type or range, which is smaller in a page than a list. */
export function isWithin(received: string, documented: string): boolean {
  const type = mediaTypeOf(received);
  const [before = "", after] = mediaTypeOf(documented).replace("*/*", "*").split("*");
  if (after === undefined) return before === type;
  return type.startsWith(before) && type.endsWith(after) && type.length > before.length + after.length;
}

/**
 * The content of a media type, by the key that fits best. That is the same text, then the same type, then a range. Of
 * several keys that fit, OpenAPI applies the most specific one (3.1, 4.8.14.1). Undefined if none fits.
 */
export function contentFor<Content extends { name: string }>(
  content: readonly Content[],
  received: string,
): Content | undefined {
  const plain = (type: string) => type.toLowerCase().replace(/\s/g, "");
  const distance = (name: string) =>
    plain(name) === plain(received)
      ? 0
      : 1 +
        Number(name.includes(";")) +
        4 * Number(name.includes("*")) +
        Number(name.startsWith("*")) -
        2 * Number(name.includes("*+"));
  const fitting = content.filter(({ name }) => includesType(name, received));
  return fitting.toSorted((one, other) => distance(one.name) - distance(other.name))[0];
}

/** The media types of forms (WHATWG URL, 5; RFC 7578). */
export const URLENCODED = "application/x-www-form-urlencoded";
export const MULTIPART = "multipart/form-data";

/** Whether a media type is the one of a form. */
export function isForm(mediaType: string): boolean {
  return [URLENCODED, MULTIPART].includes(mediaTypeOf(mediaType));
}
