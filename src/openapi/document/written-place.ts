import type { Json, JsonObject, OpenApiDocument } from "./document.js";
import { pointerNames, pointerTo, valueAt } from "./pointer.js";
import { placesIn } from "./walk.js";

/** The document that a converted document was made of, and which of its parts each new part was made of. */
interface Written {
  document: OpenApiDocument;
  origins: WeakMap<object, JsonObject | Json[]>;
  /** Built at the first question: for a large document that takes a second. */
  places?: Map<unknown, string>;
}

const writtenOf = new WeakMap<OpenApiDocument, Written>();

/**
 * Remembers the document that another one was converted from. Parts that are the same object in both need no entry.
 *
 * @param origins the part of the written document that each new object of the converted one was made of
 */
export function rememberWritten(
  converted: OpenApiDocument,
  document: OpenApiDocument,
  origins: Written["origins"],
): void {
  writtenOf.set(converted, { document, origins });
}

/** The document as its author wrote it, with all files as one. It is the same for a document that was not converted. */
export function writtenDocument(document: OpenApiDocument): OpenApiDocument {
  return writtenOf.get(document)?.document ?? document;
}

/**
 * The place of a part in the document as its author wrote it. Messages and reports name it. The tools themselves work with
 * places of the converted document.
 *
 * @param pointer a place of the document
 * @returns the same place for a document that was not converted. For a part that only the converted document has, the place
 * of its origin
 */
export function writtenPlace(document: OpenApiDocument, pointer: string): string {
  const written = writtenOf.get(document);
  if (!written) return pointer;
  written.places ??= placesIn(written.document);
  let node: Json | undefined = document;
  let nearest = "#";
  let isSame = false;
  let below: string[] = [];
  for (const name of pointerNames(pointer)) {
    node = valueAt(node, pointerTo("", name));
    const origin = typeof node === "object" && node !== null ? written.origins.get(node) : undefined;
    const place = written.places.get(origin ?? node);
    if (place === undefined) below.push(name);
    else {
      nearest = place;
      isSame = origin === undefined;
      below = [];
    }
  }
  // The same object has its names there, too. A new object may have others.
  return isSame ? pointerTo(nearest, ...below) : existing(written.document, nearest, below);
}

/** The innermost place that exists on the way from a place downwards. */
function existing(document: OpenApiDocument, from: string, names: readonly string[]): string {
  let place = from;
  for (const name of names) {
    const next = pointerTo(place, name);
    if (valueAt(document, next) === undefined) return place;
    place = next;
  }
  return place;
}
