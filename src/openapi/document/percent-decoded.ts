/** Decodes a percent-encoded text (RFC 3986, 2.1). One with a stray `%` stays as it is. */
export function percentDecoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
