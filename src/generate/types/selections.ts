import { CHOICES, composedOf } from "#openapi/document/applied.js";
import {
  asList,
  asObject,
  asText,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import { statedValues } from "#openapi/schema/discriminator.js";
import { findSchemas } from "#openapi/upgrade/find-schemas.js";

const SCHEMAS = "#/components/schemas";
/** How many references and parts lead to a schema that requires a property. */
const MAX_LEVELS = 10;

/** The discriminators of a document, by the components that they select (OpenAPI 3.1, 4.8.25). */
export interface Selections {
  /** The components that include another one by `allOf`, by its name. */
  heirs: ReadonlyMap<string, readonly string[]>;
  /** The values that select a component, by the name of their property. */
  values: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Components whose heirs are selected: a value of one is a value of an heir. */
  bases: ReadonlySet<string>;
}

/** Reads the discriminators of a document. Those that may be absent (`defaultMapping`, OpenAPI 3.2, 4.25.1) select nothing. */
export function selectionsOf(document: OpenApiDocument): Selections {
  const schemas = asObject(asObject(document.components).schemas);
  const heirs = heirsOf(schemas);
  const values = new Map<string, Map<string, string[]>>();
  const bases = new Set<string>();
  const select = (name: string, property: string, wanted: readonly string[]) => {
    const stated = statedValues(document, schemas[name] ?? {}, property);
    const possible = stated.length === 0 ? wanted : wanted.filter((value) => stated.includes(value));
    if (possible.length === 0) return;
    const valuesByProperty = values.get(name) ?? new Map<string, string[]>();
    valuesByProperty.set(property, [...new Set([...(valuesByProperty.get(property) ?? []), ...possible])]);
    values.set(name, valuesByProperty);
  };
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  for (const schema of findSchemas(document)) {
    const { propertyName, mapping, defaultMapping } = asObject(schema.discriminator);
    const property = asText(propertyName);
    if (property === undefined || defaultMapping !== undefined) continue;
    const choices = composedOf(schema, CHOICES);
    const component = names.get(schema);
    const selected =
      choices.length > 0 ? choices.flatMap((choice) => componentOf(choice) ?? []) : familyOf(component, heirs);
    const isFamily = choices.length === 0 && component !== undefined && selected.length > 1;
    const mapped = mappedValues(mapping);
    for (const name of selected) {
      const explicit = mapped.get(name);
      // A component without a mapping is selected by its name.
      const isImplied = explicit === undefined && !(isFamily && mapped.size > 0);
      if (choices.length > 0 || isFamily) select(name, property, explicit ?? (isImplied ? [name] : []));
    }
    if (isFamily) for (const name of selected) if (heirs.has(name)) bases.add(name);
  }
  return { heirs, values, bases };
}

/** Whether a schema requires a property, also by a part of it. */
export function requires(
  schemas: JsonObject,
  schema: Json | undefined,
  property: string,
  levels = MAX_LEVELS,
): boolean {
  const { $ref, required, allOf } = asObject(schema);
  if (asList(required).includes(property)) return true;
  if (levels === 0) return false;
  const parts = [...($ref === undefined ? [] : [schemas[componentOf({ $ref }) ?? ""]]), ...asList(allOf)];
  return parts.some((part) => requires(schemas, part, property, levels - 1));
}

/** The name of the component that a schema refers to. */
export function componentOf(schema: Json | undefined): string | undefined {
  const { $ref } = asObject(schema);
  if (typeof $ref !== "string" || !$ref.startsWith(`${SCHEMAS}/`)) return undefined;
  const [, , name, ...deeper] = pointerNames($ref);
  return deeper.length === 0 ? name : undefined;
}

/** The heirs of each component. One that only describes another one again is not an heir, unless a mapping names it. */
function heirsOf(schemas: JsonObject): Map<string, string[]> {
  const heirs = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(schemas)) {
    const { allOf, properties } = asObject(schema);
    const parts = asList(allOf);
    const isMore = parts.length > 1 || properties !== undefined;
    for (const part of parts) {
      const base = componentOf(part);
      if (base === undefined || base === name || !(isMore || isMappedBy(schemas[base], name))) continue;
      heirs.set(base, [...(heirs.get(base) ?? []), name]);
    }
  }
  return heirs;
}

function isMappedBy(base: Json | undefined, name: string): boolean {
  return mappedValues(asObject(asObject(base).discriminator).mapping).has(name);
}

/** A component, and all that include it. */
function familyOf(name: string | undefined, heirs: Selections["heirs"]): string[] {
  const family = new Set(name === undefined ? [] : [name]);
  for (const member of family) for (const heir of heirs.get(member) ?? []) family.add(heir);
  return [...family];
}

/** The values of a mapping by the components that they select. Each value is a text, as in JSON. */
function mappedValues(mapping: Json | undefined): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [value, target] of Object.entries(asObject(mapping))) {
    const name = componentOf({ $ref: target });
    if (name !== undefined) values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}

/** The pointer to a component. */
export function schemaPointer(name: string): string {
  return pointerTo(SCHEMAS, name);
}
