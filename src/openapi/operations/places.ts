import { isObject, type Json, type OpenApiDocument } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import { isSuccessKey } from "./methods.js";
import type { DocumentedResponse, Operation } from "./operation.js";

/** All places of a documented response: its own, and every schema that its bodies follow. */
export function responsePlaces(document: OpenApiDocument, { pointer, content }: DocumentedResponse): string[] {
  const places = new Set<string>([pointer]);
  // A list of pending nodes instead of recursion, so that a long chain of references cannot exhaust the stack.
  const pending: (Json | undefined)[] = [];
  for (const { schemaPointer } of content) {
    places.add(schemaPointer);
    pending.push(valueAt(document, schemaPointer));
  }
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== "object" || node === null) continue;
    for (const member of Object.values(node)) pending.push(member);
    if (!isObject(node) || typeof node.$ref !== "string" || places.has(node.$ref)) continue;
    places.add(node.$ref);
    pending.push(valueAt(document, node.$ref));
  }
  return [...places];
}

/** All places of the successful responses of an operation. */
export function successPlaces(document: OpenApiDocument, { responses }: Operation): string[] {
  return responses.filter(isSuccessKey).flatMap((response) => responsePlaces(document, response));
}

/** The places that state how keys are checked. */
export function securityPlaces(document: OpenApiDocument, schemes: readonly string[]): string[] {
  return ["#/security", ...schemes.map((name) => pointerTo("#/components/securitySchemes", name))].filter(
    (pointer) => valueAt(document, pointer) !== undefined,
  );
}
