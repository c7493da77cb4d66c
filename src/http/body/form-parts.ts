import { mediaTypeOf } from "../media-type.js";

/** A part of a multipart form (RFC 7578, 4). Its texts have the characters of the text that was read. */
export interface FormPart {
  name: string;
  /** Undefined for a part that is not a file. */
  filename: string | undefined;
  /** Its media type; undefined without one. */
  type: string | undefined;
  content: string;
}

/** Endings of names, by media type. A server may find the type of a file by it. */
const ENDINGS: Readonly<Record<string, string>> = {
  "application/json": "json",
  "application/pdf": "pdf",
  "application/zip": "zip",
  "image/gif": "gif",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/svg+xml": "svg",
  "text/csv": "csv",
  "text/html": "html",
};

/** A name for a file of a media type (RFC 7578, 4.2): frameworks take a part without a name for a text. */
export function fileNameOf(stem: string, type: string): string {
  const plain = mediaTypeOf(type);
  return `${stem}.${ENDINGS[plain] ?? (plain.startsWith("text/") ? "txt" : "bin")}`;
}

/** The boundary of a multipart media type (RFC 2046, 5.1.1); undefined without one. */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

/** The named parts of a multipart form. @param text of the body, or its octets */
export function formParts(contentType: string, text: string): FormPart[] {
  const boundary = boundaryOf(contentType);
  const parts = boundary === undefined ? [] : text.split(`--${boundary}`).slice(1, -1);
  return parts.flatMap((part): FormPart[] => {
    const [, head = "", content = ""] = /^\r\n(.*?)\r\n\r\n(.*)\r\n$/s.exec(part) ?? [];
    const [, name] = /\bname="([^"]*)"/i.exec(head) ?? [];
    const [, filename] = /\bfilename="([^"]*)"/i.exec(head) ?? [];
    const [, type] = /^content-type:\s*([^\r\n]+)/im.exec(head) ?? [];
    return name === undefined ? [] : [{ name, filename, type: type?.trim(), content }];
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

/** The text of octets in UTF-8. */
export function utf8Of(octets: string): string {
  return new TextDecoder().decode(bytesOf(octets));
}

/** The name of a field or a file, as browsers write it (HTML, 4.10.21.8). */
export function escapedName(name: string): string {
  return name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");
}
