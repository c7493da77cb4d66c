import { pointerTo } from "#openapi/document/pointer.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { formParts } from "../body/form-parts.js";
import { includesType, MULTIPART, mediaTypeOf } from "../media-type.js";

/** A part whose media type its encoding does not have. */
export interface WrongPart {
  name: string;
  type: string;
  documented: string;
  /** The place of the documented type. */
  place: string;
}

/**
 * The parts of a form whose media type their encoding does not list (Encoding Object, OpenAPI 3.1, 4.8.15). A part
 * without a media type is not judged: `FormData` has no place for that of a text.
 */
export function wrongParts({ encoding, pointer }: MediaType, contentType: string, text: string): WrongPart[] {
  if (mediaTypeOf(contentType) !== MULTIPART) return [];
  return formParts(contentType, text).flatMap(({ name, type }): WrongPart[] => {
    const documented = encoding[name]?.contentType;
    if (type === undefined || documented === undefined || includesType(documented, type)) return [];
    return [{ name, type: mediaTypeOf(type), documented, place: pointerTo(pointer, "encoding", name, "contentType") }];
  });
}
