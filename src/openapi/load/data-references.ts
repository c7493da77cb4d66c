import { isObject, type Json, type OpenApiDocument } from "../document/document.js";
import { valueAt } from "../document/pointer.js";
import { walkWithData } from "../document/walk.js";

/**
 * Replaces the references in examples, defaults and other data by copies of their targets, in place. By the standard, `$ref`
 * is a name like any other there. But authors share parts of examples in this way, and tools follow them.
 */
export function resolveDataReferences(document: OpenApiDocument): void {
  walkWithData(document, ({ node, name, around, isData }) => {
    if (!isData || !around) return true;
    // The members of a map of examples are Example Objects (OpenAPI 3.1, 4.8.19).
    const examples = name === "examples" && isObject(node) ? Object.values(node).filter(isObject) : undefined;
    if (!examples) Object.assign(around.node, { [name]: resolved(document, node, []) });
    for (const example of examples ?? []) {
      if (example.value !== undefined) example.value = resolved(document, example.value, []);
    }
    return false;
  });
}

/** A copy of data with its references replaced, except those that lead back to themselves. */
function resolved(document: OpenApiDocument, data: Json, trail: readonly string[]): Json {
  if (typeof data !== "object" || data === null || !hasReference(data)) return data;
  if (Array.isArray(data)) return data.map((item) => resolved(document, item, trail));
  const { $ref: reference } = data;
  if (typeof reference !== "string" || !reference.startsWith("#")) {
    return Object.fromEntries(Object.entries(data).map(([name, member]) => [name, resolved(document, member, trail)]));
  }
  const target = trail.includes(reference) ? undefined : valueAt(document, reference);
  return target === undefined ? data : structuredClone(resolved(document, target, [...trail, reference]));
}

function hasReference(data: Json | undefined): boolean {
  if (typeof data !== "object" || data === null) return false;
  if (Array.isArray(data)) return data.some(hasReference);
  if (typeof data.$ref === "string") return true;
  for (const name in data) if (hasReference(data[name])) return true;
  return false;
}
