import { mediaTypeOf } from "../openapi/document/media-type.js";

export { isJson, mediaTypeOf } from "../openapi/document/media-type.js";

/** True if a documented media type, which may be a range such as `text/*`, covers another one (RFC 9110, 12.5.1). */
export function includesType(documented: string, received: string): boolean {
  const range = mediaTypeOf(documented);
  const type = mediaTypeOf(received);
  return range === "*/*" || range === type || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
}

/** The media types of forms (WHATWG URL, 5; RFC 7578). */
export const URLENCODED = "application/x-www-form-urlencoded";
export const MULTIPART = "multipart/form-data";

/** Whether a media type is the one of a form. */
export function isForm(mediaType: string): boolean {
  return [URLENCODED, MULTIPART].includes(mediaTypeOf(mediaType));
}
