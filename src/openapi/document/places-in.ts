import type { OpenApiDocument } from "./document.js";
import { pointerTo } from "./pointer.js";
import { walkWithData } from "./walk.js";

/** The place of each object and list of a document. One that stands in several places has the last of them. */
export function placesIn(document: OpenApiDocument): Map<unknown, string> {
  const places = new Map<unknown, string>();
  walkWithData(document, ({ node, name, around }) => {
    places.set(node, around ? pointerTo(places.get(around.node) ?? "#", name) : "#");
  });
  return places;
}
