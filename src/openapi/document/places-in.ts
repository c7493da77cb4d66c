import type { Json, OpenApiDocument } from "./document.js";
import { pointerTo } from "./pointer.js";

/** The place of each object and list of a document. One that stands in several places has the last of them. */
export function placesIn(document: OpenApiDocument): Map<unknown, string> {
  const places = new Map<unknown, string>();
  const place = (node: Json, pointer: string): void => {
    if (typeof node !== "object" || node === null) return;
    places.set(node, pointer);
    for (const [name, member] of Object.entries(node)) place(member, pointerTo(pointer, name));
  };
  place(document, "#");
  return places;
}
