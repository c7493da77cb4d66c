export { isFramingHeader } from "../openapi/operations/client-headers.js";

/** Whether a text is a token, such as the name of a header (RFC 9110, 5.6.2). */
export function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** Whether HTTP can carry a header (RFC 9110, 5.1 and 5.5). */
export function isHeader(name: string, value: string): boolean {
  return isToken(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/**
 * The value of a header as HTTP can carry it (RFC 9110, 5.5): the same if it can. Otherwise, control characters become spaces, and
 * the other characters the octets of UTF-8.
 */
export function carriedValue(value: string): string {
  if (isHeader("any", value)) return value;
  const octets = new TextEncoder().encode(value.replace(/[^\P{Cc}\t]/gu, " ").trim());
  return Array.from(octets, (octet) => String.fromCharCode(octet)).join("");
}

/**
 * A text as the value of a header, in visible ASCII characters (RFC 9110, 5.5).
 *
 * @param length the most characters
 */
export function headerText(text: string, length: number): string {
  return text.replace(/[^\x20-\x7e]+/g, "?").slice(0, length);
}
