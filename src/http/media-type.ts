import { mediaTypeOf } from "../openapi/document/media-type.js";

export { isJson, mediaTypeOf } from "../openapi/document/media-type.js";

/** True if a documented media type, which may be a range such as `text/*`, covers another one (RFC 9110, 12.5.1). */
export function includesType(documented: string, received: string): boolean {
  const range = mediaTypeOf(documented);
  const type = mediaTypeOf(received);
  return range === "*/*" || range === type || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
}

/**
 * The content of a media type, by the key that fits best: the same text, the same type, then a range. Of several keys that fit,
 * OpenAPI applies the most specific one (3.1, 4.8.14.1). Undefined if none fits.
 */
export function contentFor<Content extends { name: string }>(
  content: readonly Content[],
  received: string,
): Content | undefined {
  const plain = (type: string) => type.toLowerCase().replace(/\s/g, "");
  const distance = (name: string) =>
    plain(name) === plain(received)
      ? 0
      : 1 + Number(name.includes(";")) + 2 * Number(name.includes("*")) + Number(name.startsWith("*"));
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
