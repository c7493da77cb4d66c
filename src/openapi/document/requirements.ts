import { asList, asObject, asText, type OpenApiDocument } from "./document.js";
import { parentOf, pointerTo, valueAt } from "./pointer.js";

/** A requirement on the server, as `x-requirements` of the document lists it. */
export interface Requirement {
  id: string;
  /** operationIds. */
  operations: string[];
  requirement: string;
  /** Pointers to the places of the document that state it. */
  stated: string[];
  /** Why, or how far, only a running server can show it. */
  runtime: string | undefined;
}

/** A point that the API's reference leaves open, as `x-open-points` of the document lists it. */
export interface OpenPoint {
  id: string;
  operations: string[];
  open: string;
}

/** The requirements that a document lists; an empty list if it has no `x-requirements`. */
export function requirementsOf(document: OpenApiDocument): Requirement[] {
  return Object.entries(asObject(document["x-requirements"])).map(([id, node]) => {
    const { operations, requirement, stated, runtime } = asObject(node);
    return {
      id,
      operations: asList(operations).map(String),
      requirement: asText(requirement) ?? "",
      stated: asList(stated).map(String),
      runtime: asText(runtime),
    };
  });
}

/** The open points that a document lists. */
export function openPointsOf(document: OpenApiDocument): OpenPoint[] {
  return Object.entries(asObject(document["x-open-points"])).map(([id, node]) => {
    const { operations, open } = asObject(node);
    return { id, operations: asList(operations).map(String), open: asText(open) ?? "" };
  });
}

/** The ids of the open points that the document notes (`x-unspecified`) at a place, or at the object around it. */
export function openPointsAt(document: OpenApiDocument, place: string): string[] {
  const [own, around] = [place, parentOf(place)].map(
    (pointer) => asObject(valueAt(document, pointer))["x-unspecified"],
  );
  return Object.keys(asObject(own ?? around));
}

/** The place of the document that lists requirements; each id is a place below it. */
export const REQUIREMENTS = "#/x-requirements";

/** The place of a requirement itself, for what no other place of the document states. */
export function requirementPlace(id: string): string {
  return pointerTo(REQUIREMENTS, id);
}
