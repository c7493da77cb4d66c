/** The media type of a `Content-Type` header, without its parameters, in lower case (RFC 9110, 8.3.1). */
export function mediaTypeOf(header: string): string {
  return (header.split(";")[0] ?? "").trim().toLowerCase();
}

/** True if a documented media type, which may be a range such as `text/*`, covers another one (RFC 9110, 12.5.1). */
export function includesType(documented: string, received: string): boolean {
  const range = mediaTypeOf(documented);
  const type = mediaTypeOf(received);
  return range === "*/*" || range === type || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
}

/** True for `application/json` and for media types that end in `+json` (RFC 6839, 3.1). */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaTypeOf(mediaType));
}

/** The media types of forms (WHATWG URL, 5; RFC 7578). */
export const URLENCODED = "application/x-www-form-urlencoded";
export const MULTIPART = "multipart/form-data";

/** Whether a media type is the one of a form. */
export function isForm(mediaType: string): boolean {
  return [URLENCODED, MULTIPART].includes(mediaTypeOf(mediaType));
}
