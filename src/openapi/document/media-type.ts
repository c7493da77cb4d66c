/** The media type of a `Content-Type` header, without its parameters, in lower case (RFC 9110, 8.3.1). */
export function mediaTypeOf(header: string): string {
  return header.replace(/;.*/s, "").trim().toLowerCase();
}

/** True for `application/json` and for media types that end in `+json` (RFC 6839, 3.1). */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaTypeOf(mediaType));
}
