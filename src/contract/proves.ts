import { asList, asObject, isObject, type Json, type OpenApiDocument } from "../openapi/document.js";
import type { DocumentedResponse } from "../openapi/operation.js";
import { isWithin, pointerTo, valueAt } from "../openapi/pointer.js";
import { resolveReference } from "../openapi/reference.js";
import type { Promised } from "./promises.js";

/**
 * The promises of an operation that stand at or in any of the places.
 *
 * @param runtime whether promises count that a document can state and only a run can prove
 */
export function promisesStated(
  promises: readonly Promised[],
  operation: string,
  places: readonly string[],
  runtime: boolean,
): string[] {
  return promises
    .filter(({ operations, stated, runtime: needsRun }) => {
      if (!operations.includes(operation) || (needsRun !== undefined && !runtime)) return false;
      return stated.some((each) => places.some((place) => isWithin(each, place) || isWithin(place, each)));
    })
    .map(({ id }) => id);
}

/** Everything that a documented response says: its own place, and that of every schema that its bodies follow. */
export function placesOf(document: OpenApiDocument, { pointer, content }: DocumentedResponse): string[] {
  const found = new Set<string>([pointer]);
  const walk = (node: Json | undefined): void => {
    if (Array.isArray(node)) for (const each of node) walk(each);
    if (!isObject(node)) return;
    if (typeof node.$ref === "string") {
      if (found.has(node.$ref)) return;
      found.add(node.$ref);
      walk(valueAt(document, node.$ref));
    }
    for (const each of Object.values(node)) walk(each);
  };
  for (const { schemaPointer } of content) {
    found.add(schemaPointer);
    walk(valueAt(document, schemaPointer));
  }
  return [...found];
}

/** Where the document says how keys are checked. */
export function securityPlaces(document: OpenApiDocument, schemes: readonly string[]): string[] {
  return ["#/security", ...schemes.map((name) => pointerTo("#/components/securitySchemes", name))].filter(
    (pointer) => valueAt(document, pointer) !== undefined,
  );
}

/** A link from one response to another operation (Link Object, OpenAPI 3.1, 4.8.20). */
export interface Link {
  name: string;
  /** The operationId that it leads to; undefined if it leads out of the document or by `operationRef`. */
  operationId: string | undefined;
  /** Values or runtime expressions by parameter, which may be written as `path.id`. */
  parameters: Readonly<Record<string, Json>>;
  pointer: string;
}

/** The links of a response. */
export function linksOf(document: OpenApiDocument, { pointer }: DocumentedResponse): Link[] {
  const links = asObject(asObject(valueAt(document, pointer)).links);
  return Object.entries(links).map(([name, reference]) => {
    const { node, pointer: at } = resolveReference(document, reference, pointerTo(pointer, "links", name));
    return {
      name,
      operationId:
        typeof node.operationId === "string" ? node.operationId : operationByRef(document, node.operationRef),
      parameters: asObject(node.parameters),
      pointer: at,
    };
  });
}

function operationByRef(document: OpenApiDocument, reference: Json | undefined): string | undefined {
  if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
  const id = asObject(valueAt(document, reference)).operationId;
  return typeof id === "string" ? id : undefined;
}

/** The parts of a list that are objects. */
export function objectsOf(value: Json | undefined) {
  return asList(value).filter(isObject);
}
