import { CHOICES, composedOf } from "../document/applied.js";
import { asList, asObject, isObject, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import type { DocumentWarning } from "../document/warning.js";

const MESSAGE =
  "the schema is a branch of the one that it includes by allOf, so that each would apply to the other without end. It includes that one without its branches.";

/**
 * Ends circles of inheritance, in place. A schema whose `oneOf` has schemas that include it by `allOf` applies to itself
 * (JSON Schema Core, 9.4.1). No validator and no compiler can use it. Authors mean that a branch has the properties of the
 * base.
 *
 * @returns a warning for each branch
 */
export function endCircularChoices(document: OpenApiDocument): DocumentWarning[] {
  const schemas = asObject(asObject(document.components).schemas);
  const names = new Map(Object.keys(schemas).map((name) => [pointerTo("#/components/schemas", name), name]));
  const nameOf = ({ $ref }: JsonObject) => names.get(String($ref));
  const warnings: DocumentWarning[] = [];
  for (const [base, schema] of Object.entries(schemas)) {
    const { oneOf: _, anyOf: __, discriminator, ...plain } = asObject(schema);
    const seen = new Set<string>();
    const open = composedOf(asObject(schema), CHOICES);
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      const name = isObject(part) ? nameOf(part) : undefined;
      if (name === undefined || name === base || seen.has(name)) continue;
      seen.add(name);
      const included = asList(asObject(schemas[name]).allOf);
      for (const [at, member] of included.entries()) {
        if (isObject(member) && nameOf(member) === base) {
          included[at] = plain;
          warnings.push({ pointer: pointerTo("#/components/schemas", name, "allOf", at), message: MESSAGE });
        } else open.push(member);
      }
    }
  }
  return warnings;
}
