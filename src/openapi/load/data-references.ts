import { isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { DATA_KEYWORDS, MAP_KEYWORDS } from "../document/keywords.js";
import { valueAt } from "../document/pointer.js";

/**
 * Replaces the references in examples, defaults and other data by copies of their targets, in place. By the standard,
 * `$ref` is a name like any other there; but authors share parts of examples in this way, and tools follow them.
 */
export function resolveDataReferences(document: OpenApiDocument): void {
  const visit = (node: JsonObject | Json[], isMap: boolean, isExamples: boolean): void => {
    // Object.entries would take three times as long, for documents of 13 MB.
    for (const name in node) {
      const member = Array.isArray(node) ? node[Number(name)] : node[name];
      if (typeof member !== "object" || member === null) continue;
      const isNamed = !isMap && name === "examples" && isObject(member);
      const isData = !isMap && !isNamed && DATA_KEYWORDS.includes(name);
      if (!isData && !(isExamples && isObject(member))) {
        visit(member, !isMap && MAP_KEYWORDS.includes(name), isNamed);
      } else if (isData) {
        if (hasReference(member)) Object.assign(node, { [name]: resolved(document, member, []) });
      } else if (isObject(member) && hasReference(member.value)) {
        member.value = resolved(document, member.value ?? null, []);
      }
    }
  };
  visit(document, false, false);
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
