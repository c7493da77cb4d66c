import { isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { DATA_KEYWORDS, MAP_KEYWORDS } from "../document/keywords.js";
import { pointerTo } from "../document/pointer.js";
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

/** Where the walk through a document is. */
interface Step {
  node: Json;
  names: readonly string[];
  /** Whether the document chooses the names in the node. */
  isMap: boolean;
  inSchema: boolean;
}

/** Finds the extensions of a document, ours and those of others. Data and the content of extensions is not searched. */
export function findExtensions(document: OpenApiDocument): Found[] {
  const found: Found[] = [];
  // A list of pending nodes instead of recursion, so that depth is not a problem.
  const pending: Step[] = [{ node: document, names: [], isMap: false, inSchema: false }];
  for (let step = pending.pop(); step; step = pending.pop()) {
    const { node, names, isMap, inSchema } = step;
    if (typeof node !== "object" || node === null) continue;
    const on = isObject(node) && !isMap ? kindOf(node, names, inSchema) : "any";
    for (const [name, value] of Object.entries(node)) {
      if (!isMap && name.startsWith("x-")) {
        const owner = pointerTo("#", ...names);
        found.push({ name, value, pointer: pointerTo(owner, name), owner, on });
      } else if (isMap || !DATA_KEYWORDS.includes(name)) {
        pending.push({
          node: value,
          names: [...names, name],
          isMap: !isMap && MAP_KEYWORDS.includes(name) && isObject(value),
          inSchema: inSchema || (!isMap && (name === "schema" || name === "schemas")),
        });
      }
    }
  }
  return found.toReversed();
}

function kindOf(node: JsonObject, names: readonly string[], inSchema: boolean): ExtendedObject {
  if (inSchema) return "schema";
  if (names.length === 0) return "document";
  if (names.at(-2) === "responses") return "response";
  if (names.at(-2) === "parameters") return "parameter";
  return METHODS.some((method) => method === names.at(-1)) && isObject(node.responses) ? "operation" : "any";
}
