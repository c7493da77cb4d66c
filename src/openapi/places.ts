import { isObject, type Json, type OpenApiDocument } from "./document.js";
import { isSuccessKey } from "./methods.js";
import type { DocumentedResponse, Operation } from "./operation.js";
import { pointerTo, valueAt } from "./pointer.js";

/** All places of a documented response: its own, and every schema that its bodies follow. */
export function responsePlaces(document: OpenApiDocument, { pointer, content }: DocumentedResponse): string[] {
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

/** All places of the successful responses of an operation. */
export function successPlaces(document: OpenApiDocument, { responses }: Operation): string[] {
  return responses.filter(isSuccessKey).flatMap((each) => responsePlaces(document, each));
}

/** The places that state how keys are checked. */
export function securityPlaces(document: OpenApiDocument, schemes: readonly string[]): string[] {
  return ["#/security", ...schemes.map((name) => pointerTo("#/components/securitySchemes", name))].filter(
    (pointer) => valueAt(document, pointer) !== undefined,
  );
}
