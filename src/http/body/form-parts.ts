import { MULTIPART, mediaTypeOf } from "../media-type.js";

/** A part of a multipart form (RFC 7578). */
export interface FormPart {
  name: string;
  /** Undefined for a part that is not a file. */
  filename: string | undefined;
  type: string;
  bytes: Uint8Array;
}

/** The parts of a multipart form; none of another media type. */
export function formParts(contentType: string, bytes: Uint8Array): FormPart[] {
  if (mediaTypeOf(contentType) !== MULTIPART) return [];
  const [, quoted, plain = ""] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const parts = octetsOf(bytes)
    .split(`--${quoted ?? plain}`)
    .slice(1, -1);
  return parts.flatMap((part): FormPart[] => {
    const [, head = "", content = ""] = /^\r\n(.*?)\r\n\r\n(.*)\r\n$/s.exec(part) ?? [];
    const [, name] = /\bname="([^"]*)"/i.exec(head) ?? [];
    if (name === undefined) return [];
    const [, filename] = /\bfilename="([^"]*)"/i.exec(head) ?? [];
    const [, type = "application/octet-stream"] = /^content-type:\s*(.*?)\s*$/im.exec(head) ?? [];
    return [
      {
        name: textOf(name),
        filename: filename === undefined ? undefined : textOf(filename),
        type,
        bytes: bytesOf(content),
      },
    ];
  });
}

/** Octets that are read at once: more arguments of a call exhaust the stack. */
const SLICE = 8192;

/** Bytes as a text of which each character is one. */
export function octetsOf(bytes: Uint8Array): string {
  const slices: string[] = [];
  for (let start = 0; start < bytes.length; start += SLICE) {
    slices.push(String.fromCharCode(...bytes.subarray(start, start + SLICE)));
  }
  return slices.join("");
}

/** The bytes of a text whose characters are octets. */
export function bytesOf(octets: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(octets, (character) => character.charCodeAt(0));
}

function textOf(octets: string): string {
  return new TextDecoder().decode(bytesOf(octets));
}

/** The name of a field or a file, as browsers write it (HTML, 4.10.21.8). */
export function escapedName(name: string): string {
  return name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");
}
