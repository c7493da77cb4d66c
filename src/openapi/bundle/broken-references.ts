import type { NormalizedProblem } from "@redocly/openapi-core";
import { isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import { UNRESOLVED } from "../document/unresolved.js";
import { DATA, placeOf, SCHEMA_MAPS, type Visited, walkWithData } from "../document/walk.js";
import type { DocumentWarning } from "../document/warning.js";

/** Whether the bundler could not follow a reference. The parts that need it are left out, and all others can be used. */
export function isBrokenReference({ message }: NormalizedProblem): boolean {
  return message.startsWith("Can't resolve $ref");
}

/**
 * Removes what depends on references that lead nowhere, in place. A schema admits anything then. An operation lacks the
 * parameter, response or body, and a discriminator the value.
 *
 * @returns the objects that had such a reference, by their places
 */
export function dropBrokenReferences(document: OpenApiDocument): Map<string, string> {
  const dropped = new Map<string, string>();
  const isBroken = (reference: Json | undefined) =>
    typeof reference === "string" && !(reference.startsWith("#") && valueAt(document, reference) !== undefined);
  walkWithData(document, (part) => {
    const { node, name, around, isData } = part;
    const isNamed = part.isMap || isExamples(part);
    if ((isData && !isExamples(part)) || (name.startsWith("x-") && !around?.isMap)) return false;
    if (isObject(node) && isObject(node.discriminator) && isObject(node.discriminator.mapping)) {
      const { mapping } = node.discriminator;
      for (const [value, target] of Object.entries(mapping)) if (isBroken(target)) delete mapping[value];
    }
    // From the end, because items of a list may be removed.
    for (const [key, member] of Object.entries(node).toReversed()) {
      if (!isObject(member) || !isBroken(member.$ref) || (!isNamed && (DATA.has(key) || key.startsWith("x-"))))
        continue;
      dropped.set(pointerTo(placeOf(part), key), String(member.$ref));
      remove(part, key, member, isNamed);
    }
    // The members of an example are data.
    return !isData;
  });
  return dropped;
}

/** Whether a part is a map of Example Objects (OpenAPI 3.1, 4.8.19). */
function isExamples({ node, name, around }: Visited): boolean {
  return name === "examples" && isObject(node) && around?.isData === false && !around.isMap;
}

/**
 * Removes what depends on references into siblings of a reference. In OpenAPI 3.0, such siblings are ignored (Reference
 * Object, 4.7.23), so an upgrade has left them out.
 */
export function dropLostReferences(document: OpenApiDocument): DocumentWarning[] {
  return [...dropBrokenReferences(document)].map(([pointer, reference]) => ({
    pointer,
    message: `${reference} leads to something beside a $ref, which OpenAPI 3.0 ignores. All that depends on it is left out.`,
    isLoss: true,
  }));
}

/** A member of a map that has no schemas can be left out. A path item, a callback or a link is such a member, too. */
function remove({ node, name }: Visited, key: string, member: JsonObject, isNamed: boolean): void {
  if (Array.isArray(node)) {
    if (name === "parameters") node.splice(Number(key), 1);
    else markUnresolved(member);
  } else if (key === "requestBody" || (isNamed && !SCHEMA_MAPS.includes(name))) delete node[key];
  else markUnresolved(member);
}

function markUnresolved(schema: JsonObject): void {
  schema[UNRESOLVED] = schema.$ref ?? null;
  delete schema.$ref;
}
