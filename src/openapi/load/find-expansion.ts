import { composedOf } from "../document/applied.js";
import { isObject, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { valueAt } from "../document/pointer.js";

/** Readers of schemas visit each part as often as it occurs. Documents of 13 MB have schemas of some hundred parts. */
export const MAX_PARTS = 5000;

/**
 * Finds a schema that consists of very many parts, because schemas refer several times to one that does the same. 30 levels
 * with two references each are a billion parts. Takes linear time.
 *
 * @param references the values of every `$ref` of the document
 * @returns the reference to such a schema; undefined if there is none
 */
export function findExpansion(document: OpenApiDocument, references: Iterable<string>): string | undefined {
  // Nodes on the way have one part, so that circles end.
  const sizes = new Map<JsonObject, number>();
  const sizeOf = (node: JsonObject) => sizes.get(node) ?? 1;
  for (const start of references) {
    const way: { node: JsonObject; pending: JsonObject[] }[] = [];
    const enter = (node: JsonObject) => {
      if (sizes.has(node)) return;
      sizes.set(node, 1);
      way.push({ node, pending: allParts(document, node) });
    };
    const [first] = target(document, start);
    if (first) enter(first);
    // A list of steps instead of recursion, so that a long chain of references cannot exhaust the stack.
    for (let here = way.at(-1); here; here = way.at(-1)) {
      const next = here.pending.pop();
      if (next) enter(next);
      else {
        way.pop();
        sizes.set(
          here.node,
          allParts(document, here.node).reduce((sum, part) => sum + sizeOf(part), 1),
        );
      }
    }
    if (first && sizeOf(first) > MAX_PARTS) return start;
  }
  return undefined;
}

/** The schemas that apply to the same value through a schema (JSON Schema Core, 10.2.1). */
function allParts(document: OpenApiDocument, schema: JsonObject): JsonObject[] {
  const inline = composedOf(schema).filter(isObject);
  return typeof schema.$ref === "string" ? [...target(document, schema.$ref), ...inline] : inline;
}

function target(document: OpenApiDocument, reference: string): JsonObject[] {
  const node = reference.startsWith("#") ? valueAt(document, reference) : undefined;
  return isObject(node) ? [node] : [];
}
