import { isObject, type Json, type OpenApiDocument } from "../document/document.js";
import { valueAt } from "../document/pointer.js";
import { type Visited, walkWithData } from "../document/walk.js";

/**
 * True if every reference of a document leads to a place in it. In doubt it returns false. A `$ref` in `example` may be
 * data, and the values of a discriminator's mapping may be names or files. The `value` of an Example Object is data without
 * doubt.
 */
export function isSelfContained(document: OpenApiDocument): boolean {
  const checked = new Set<string>();
  const leadsInside = (reference: Json): boolean => {
    if (typeof reference !== "string" || !reference.startsWith("#/")) return false;
    if (checked.has(reference)) return true;
    checked.add(reference);
    return valueAt(document, reference) !== undefined;
  };
  let isInside = true;
  walkWithData(document, (part) => {
    const { node, isMap } = part;
    if (!isInside || isExampleValue(part)) return false;
    if (Array.isArray(node)) return true;
    // A property may have this name.
    const isName = isMap && isObject(node.$ref);
    const { mapping } = isObject(node.discriminator) ? node.discriminator : {};
    isInside =
      (node.$ref === undefined || isName || leadsInside(node.$ref)) &&
      // The file of an Example Object (OpenAPI 3.1, 4.8.19).
      typeof node.externalValue !== "string" &&
      (!isObject(mapping) || Object.values(mapping).every(leadsInside));
    return isInside;
  });
  return isInside;
}

/** Whether a part is the value of an Example Object (OpenAPI 3.1, 4.8.19). */
function isExampleValue({ name, around: example }: Visited): boolean {
  const examples = example?.around;
  return name === "value" && examples?.name === "examples" && isObject(examples.node) && !examples.around?.isMap;
}
