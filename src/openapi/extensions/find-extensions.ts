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
  node: Json[] | JsonObject;
  /** Its name in the node of the step before. */
  name: string;
  before: Step | undefined;
  /** Whether the document chooses the names in the node. */
  isMap: boolean;
  inSchema: boolean;
}

/** Finds the extensions of a document, ours and those of others. Data and the content of extensions is not searched. */
export function findExtensions(document: OpenApiDocument): Found[] {
  const found: Found[] = [];
  // A list of pending nodes instead of recursion, so that depth is not a problem.
  const pending: Step[] = [{ node: document, name: "", before: undefined, isMap: false, inSchema: false }];
  for (let step = pending.pop(); step; step = pending.pop()) {
    const { node, isMap, inSchema } = step;
    // Object.entries would take twice as long, for documents of 13 MB.
    for (const name in node) {
      const value = Array.isArray(node) ? node[Number(name)] : node[name];
      if (!isMap && name.startsWith("x-") && value !== undefined) {
        const owner = placeOf(step);
        const on = isObject(node) ? kindOf(node, step) : "any";
        found.push({ name, value, pointer: pointerTo(owner, name), owner, on });
      } else if (typeof value === "object" && value !== null && (isMap || !DATA_KEYWORDS.includes(name))) {
        pending.push({
          node: value,
          name,
          before: step,
          isMap: !isMap && MAP_KEYWORDS.includes(name) && isObject(value),
          inSchema: inSchema || (!isMap && (name === "schema" || name === "schemas")),
        });
      }
    }
  }
  return found.toReversed();
}

function placeOf(last: Step): string {
  const names: string[] = [];
  for (let step = last; step.before; step = step.before) names.push(step.name);
  return pointerTo("#", ...names.toReversed());
}

function kindOf(node: JsonObject, { name, before, inSchema }: Step): ExtendedObject {
  if (inSchema) return "schema";
  if (!before) return "document";
  if (before.name === "responses") return "response";
  if (before.name === "parameters") return "parameter";
  return METHODS.some((method) => method === name) && isObject(node.responses) ? "operation" : "any";
}
