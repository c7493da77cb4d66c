import { isJson } from "../media-type.js";
import { isSequence } from "./sequence.js";

/**
 * The bytes of a body as text, by the charset of its media type (RFC 9110, 8.3.2). JSON and event streams are UTF-8, whatever
 * the header says (RFC 8259, 8.1; HTML, 9.2.5), and so is a text of an unknown charset. A byte order mark is kept.
 */
export function textOf(bytes: Uint8Array, contentType: string): string {
  return decoderFor(contentType, { ignoreBOM: true }).decode(bytes);
}

/** A decoder for the texts of a media type. */
export function decoderFor(contentType: string, options?: TextDecoderOptions): TextDecoder {
  const [, quoted, plain = ""] = /;\s*charset=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? [];
  const label = isJson(contentType) || isSequence(contentType) ? "" : (quoted ?? plain);
  try {
    return new TextDecoder(label || "utf-8", options);
  } catch {
    return new TextDecoder("utf-8", options);
  }
}
