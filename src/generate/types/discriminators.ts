import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { DATA_KEYWORDS } from "#openapi/document/keywords.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";

const SCHEMAS = "#/components/schemas";

/**
 * A copy of the document without the discriminators that say less than the schemas themselves.
 *
 * Without a `mapping`, the value of a discriminator is the name of a component (OpenAPI 3.1, 4.8.25). But many documents
 * state the values in each schema instead, by `const` or `enum`, and validators obey only those. openapi-typescript
 * would replace the stated values by the names.
 */
export function withStatedDiscriminators(document: OpenApiDocument): OpenApiDocument {
  const children = childrenOf(document);
  const copy = (node: Json, pointer: string): Json => {
    if (Array.isArray(node)) return node.map((item, index) => copy(item, pointerTo(pointer, index)));
    if (!isObject(node)) return node;
    const stated = hasDefault(node) || isStated(document, node, children.get(pointer) ?? []);
    const fields = Object.entries(node).flatMap(([name, value]): [string, Json][] => {
      if (stated && name === "discriminator") return [];
      return [[name, DATA_KEYWORDS.includes(name) ? value : copy(value, pointerTo(pointer, name))]];
    });
    return Object.fromEntries(fields);
  };
  return asObject(copy(document, "#"));
}

/** True for a discriminator that may be absent, or have other values (`defaultMapping`, OpenAPI 3.2, 4.25.1). */
function hasDefault({ discriminator }: JsonObject): boolean {
  return asObject(discriminator).defaultMapping !== undefined;
}

/** True if each choice of a discriminator states values of its own, and the mapping does not contradict them. */
function isStated(document: OpenApiDocument, { discriminator, oneOf, anyOf }: JsonObject, children: string[]): boolean {
  const property = isObject(discriminator) ? asText(discriminator.propertyName) : undefined;
  if (property === undefined) return false;
  const references = [...asList(oneOf), ...asList(anyOf)].map((choice) => asText(asObject(choice).$ref));
  const choices = references.length > 0 ? references : children;
  const values = new Map(
    choices.map((choice) => [choice, choice === undefined ? [] : statedValues(document, { $ref: choice }, property)]),
  );
  const all = [...values.values()].flat();
  const mapping = Object.entries(asObject(asObject(discriminator).mapping));
  return (
    values.size > 0 &&
    [...values.values()].every(({ length }) => length > 0) &&
    new Set(all).size === all.length &&
    mapping.every(([value, reference]) => values.get(String(reference))?.includes(value) ?? true)
  );
}

/** The values of a property by `const` or `enum`, also in a part of `allOf`; an empty list for any value. */
function statedValues(document: OpenApiDocument, schema: Json, property: string, levels = 10): Json[] {
  if (!isObject(schema) || levels === 0) return [];
  if (typeof schema.$ref === "string") {
    return statedValues(document, valueAt(document, schema.$ref) ?? {}, property, levels - 1);
  }
  const described = asObject(schema.properties)[property];
  const own = asObject(
    typeof asObject(described).$ref === "string" ? valueAt(document, String(asObject(described).$ref)) : described,
  );
  const values = own.const === undefined ? asList(own.enum) : [own.const];
  if (values.length > 0) return values.filter((value) => value !== null);
  return asList(schema.allOf).flatMap((part) => statedValues(document, part, property, levels - 1));
}

/** For each component, by pointer, the pointers of the components that extend it by `allOf`. */
function childrenOf(document: OpenApiDocument): Map<string, string[]> {
  const children = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(asObject(asObject(document.components).schemas))) {
    for (const part of asList(asObject(schema).allOf)) {
      const parent = asText(asObject(part).$ref);
      if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pointerTo(SCHEMAS, name)]);
    }
  }
  return children;
}
