import type { OpenApiDocument } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import { reachedPlaces } from "../document/reached-places.js";
import { isSuccessKey } from "./methods.js";
import type { DocumentedResponse, Operation } from "./operation.js";

/** All places of a documented response: its own, and every schema that its bodies follow. */
export function responsePlaces(document: OpenApiDocument, { pointer, content }: DocumentedResponse): string[] {
  const bodies = content.map(({ schemaPointer }) => schemaPointer);
  return [...new Set([pointer, ...reachedPlaces(document, bodies)])];
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
