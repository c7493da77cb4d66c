import { isObject, type Json, type OpenApiDocument } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import { placeOf, type Visited, walk } from "../document/walk.js";
import { METHODS } from "../operations/operation.js";
import type { ExtendedObject } from "./extension.js";

/** A field whose name begins with `x-` (Specification Extensions, OpenAPI 3.1, 4.9). */
export interface Found {
  name: string;
  value: Json;
  pointer: string;
  /** The place of the object that has the field, and its kind. */
  owner: string;
  on: ExtendedObject;
}

/** Finds the extensions of a document, ours and those of others. Data and the content of extensions is not searched. */
export function findExtensions(document: OpenApiDocument): Found[] {
  const extensions: Found[] = [];
  walk(document, (part) => {
    const { node, name, around, isMap } = part;
    if (name.startsWith("x-") && !around?.isMap) return false;
    if (isMap || !isObject(node)) return true;
    for (const field in node) {
      const value = node[field];
      if (!field.startsWith("x-") || value === undefined) continue;
      const owner = placeOf(part);
      extensions.push({ name: field, value, pointer: pointerTo(owner, field), owner, on: kindOf(part) });
    }
    return true;
  });
  return extensions;
}

function kindOf(part: Visited): ExtendedObject {
  const { node, name, around } = part;
  if (isInSchema(part)) return "schema";
  if (!around) return "document";
  if (around.name === "responses") return "response";
  if (around.name === "parameters") return "parameter";
  return METHODS.some((method) => method === name) && isObject(node) && isObject(node.responses) ? "operation" : "any";
}

function isInSchema({ name, around }: Visited): boolean {
  if (!around) return false;
  return (!around.isMap && (name === "schema" || name === "schemas")) || isInSchema(around);
}
