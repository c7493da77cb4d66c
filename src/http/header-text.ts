/**
 * A text as the value of a header, which has visible ASCII characters only (RFC 9110, 5.5).
 *
 * @param length the most characters
 */
export function headerText(text: string, length: number): string {
  return text.replace(/[^\x20-\x7e]+/g, "?").slice(0, length);
}
