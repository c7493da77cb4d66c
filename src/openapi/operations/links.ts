import { asObject, asText, type Json, type OpenApiDocument } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import { resolveReference } from "../document/reference.js";
import type { DocumentedResponse } from "./operation.js";

/** A link from a response to another operation (Link Object, OpenAPI 3.1, 4.8.20). */
export interface Link {
  name: string;
  /** The operationId of the linked operation; undefined for an operation outside of the document. */
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
    const operationId = asText(node.operationId) ?? operationIdAt(document, node.operationRef);
    return { name, operationId, parameters: asObject(node.parameters), pointer: at };
  });
}

function operationIdAt(document: OpenApiDocument, reference: Json | undefined): string | undefined {
  if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
  return asText(asObject(valueAt(document, reference)).operationId);
}

/** The value that a link gives to a parameter, constant or runtime expression; undefined if it gives none. */
export function linkValue({ parameters }: Link, { name, in: place }: { name: string; in: string }): Json | undefined {
  return parameters[name] ?? parameters[`${place}.${name}`];
}
