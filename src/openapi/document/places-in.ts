import type { Json, OpenApiDocument } from "./document.js";
import { pointerTo } from "./pointer.js";

/** The place of each object and list of a document. One that stands in several places has the last of them. */
export function placesIn(document: OpenApiDocument): Map<unknown, string> {
  const places = new Map<unknown, string>();
  const place = (node: Json, pointer: string): void => {
    if (typeof node !== "object" || node === null) return;
    places.set(node, pointer);
    if (Array.isArray(node)) for (const [index, item] of node.entries()) place(item, pointerTo(pointer, index));
    // Object.entries would take twice as long, for documents of 13 MB.
    else for (const name in node) place(node[name] ?? null, pointerTo(pointer, name));
  };
  place(document, "#");
  return places;
}
