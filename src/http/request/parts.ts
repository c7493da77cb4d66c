import { pointerTo } from "#openapi/document/pointer.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { includesType, MULTIPART, mediaTypeOf } from "../media-type.js";

/** A part of a multipart body (RFC 7578, 4). */
interface Part {
  name: string;
  /** Its media type; undefined without one. */
  type: string | undefined;
  content: string;
}

/** The named parts of a multipart body. */
export function partsIn(contentType: string, text: string): Part[] {
  const [, quoted, plain = ""] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const parts = text.split(`--${quoted ?? plain}`).slice(1, -1);
  return parts.flatMap((part): Part[] => {
    const [, head = "", content = ""] = /^\r\n(.*?)\r\n\r\n(.*)\r\n$/s.exec(part) ?? [];
    const [, name] = /\bname="([^"]*)"/i.exec(head) ?? [];
    const [, type] = /^content-type:\s*([^\r\n]+)/im.exec(head) ?? [];
    return name === undefined ? [] : [{ name, type, content }];
  });
}

/** A part whose media type its encoding does not have. */
export interface WrongPart {
  name: string;
  type: string;
  documented: string;
  /** The place of the documented type. */
  place: string;
}

/**
 * The parts of a form whose media type is none that their encoding lists (Encoding Object, OpenAPI 3.1, 4.8.15). A part without a
 * media type is not judged: `FormData` has no place for that of a text.
 */
export function wrongParts({ encoding, pointer }: MediaType, contentType: string, text: string): WrongPart[] {
  if (mediaTypeOf(contentType) !== MULTIPART) return [];
  return partsIn(contentType, text).flatMap(({ name, type }): WrongPart[] => {
    const documented = encoding[name]?.contentType;
    if (type === undefined || documented === undefined || includesType(documented, type)) return [];
    return [{ name, type: mediaTypeOf(type), documented, place: pointerTo(pointer, "encoding", name, "contentType") }];
  });
}
