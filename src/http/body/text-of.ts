/** JSON, sequences of it, and event streams. */
const UTF_8 = /^\s*(text\/event-stream|[^;]*json)/i;

/**
 * The bytes of a body as text, by the charset of its media type (RFC 9110, 8.3.2). JSON and event streams are UTF-8, whatever
 * the header says (RFC 8259, 8.1; HTML, 9.2.5), and so is a text of an unknown charset. A byte order mark is kept.
 */
export function textOf(bytes: Uint8Array, contentType: string): string {
  return decoderFor(contentType, { ignoreBOM: true }).decode(bytes);
}

/** A decoder for the texts of a media type. */
export function decoderFor(contentType: string, options?: TextDecoderOptions): TextDecoder {
  const [, charset] = /;\s*charset="?([^";\s]*)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder((!UTF_8.test(contentType) && charset) || undefined, options);
  } catch {
    return new TextDecoder(undefined, options);
  }
}
