import { CHOICES } from "#openapi/document/applied.js";
import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { unusedName } from "#openapi/document/unused-name.js";
import { copyOf } from "#openapi/document/walk.js";
import { componentOf, requires, type Selections, schemaPointer, selectionsOf } from "./selections.js";

/**
 * A copy of the document without discriminators, in which the schemas say what these mean. A component that a value selects
 * has that value. It may lack the property where it does not require it, unless it is chosen by it. A base is the choice of the components that include it. They include `ThingBase` then, which has what the
 * base describes.
 *
 * openapi-typescript would write `Omit` for each reference in `allOf`. Of a union, that leaves only the names that all have.
 */
export function withSelectedSchemas(document: OpenApiDocument): OpenApiDocument {
  const selections = selectionsOf(document);
  const components = asObject(document.components);
  const schemas = asObject(components.schemas);
  const valuesOf = (name: string | undefined): SelectedValues[] =>
    [...(selections.values.get(name ?? "") ?? [])].map(([property, texts]) => ({
      ...{ property, texts },
      isRequired: requires(schemas, schemas[name ?? ""], property),
    }));
  const plainOf = (node: Json, isMap = false): Json =>
    copyOf(isMap ? node : withChosenValues(node, valuesOf), isMap, (member, isInnerMap, name) =>
      !isMap && name === "discriminator" && isObject(member) ? undefined : plainOf(member, isInnerMap),
    );
  const bases = baseNames(selections, schemas);
  const written = Object.entries(schemas).flatMap(([name, schema]): [string, Json][] => {
    const plain = onBases(plainOf(schema), (base) =>
      selections.heirs.get(base)?.includes(name) ? bases.get(base) : undefined,
    );
    const base = bases.get(name);
    if (base === undefined) return [[name, selected(plain, valuesOf(name))]];
    return [
      [name, asChoice(name, base, selections, valuesOf(name))],
      [base, plain],
    ];
  });
  const others = asObject(plainOf({ ...document, components: { ...components, schemas: {} } }));
  if (written.length === 0) return others;
  return { ...others, components: { ...asObject(others.components), schemas: Object.fromEntries(written) } };
}

/** The names of the new components, by the bases that they are made of. */
function baseNames({ heirs, values, bases }: Selections, schemas: JsonObject): Map<string, string> {
  const names = new Map<string, string>();
  const taken = { ...schemas };
  for (const name of Object.keys(schemas)) {
    if (!heirs.has(name) || (!values.has(name) && !bases.has(name))) continue;
    const base = unusedName(`${name}Base`, taken);
    taken[base] = true;
    names.set(name, base);
  }
  return names;
}

/** The choice that a base stands for: its heirs, and itself if a value selects it. */
function asChoice(
  name: string,
  base: string,
  { heirs, values, bases }: Selections,
  own: readonly SelectedValues[],
): JsonObject {
  const itself = selected({ allOf: [{ $ref: schemaPointer(base) }] }, own);
  if (!bases.has(name)) return itself;
  const selectable = (heirs.get(name) ?? []).filter((heir) => values.has(heir) || bases.has(heir));
  const choices = [...(values.has(name) ? [itself] : []), ...selectable.map((heir) => ({ $ref: schemaPointer(heir) }))];
  return choices.length > 0 ? { oneOf: choices } : itself;
}

/** The values of a property that select a component. */
interface SelectedValues {
  property: string;
  texts: readonly string[];
  /** Whether the component itself requires the property. */
  isRequired: boolean;
}

/** A schema whose properties have the values that select it. */
function selected(schema: Json, values: readonly SelectedValues[]): JsonObject {
  return values.reduce(withValues, asObject(schema));
}

function withValues(schema: JsonObject, values: SelectedValues): JsonObject {
  const { property, texts, isRequired } = values;
  const properties = asObject(schema.properties);
  const described = properties[property];
  const isOwn = isObject(described) && described.type === "string" && described.enum === undefined;
  if (!isOwn || described.const !== undefined) return { ...schema, allOf: [...asList(schema.allOf), partOf(values)] };
  const { "x-extensible-enum": _, ...plain } = described;
  return {
    ...schema,
    ...(isRequired && { required: [...new Set([...asList(schema.required), property])] }),
    properties: { ...properties, [property]: { ...plain, enum: [...texts] } },
  };
}

function partOf({ property, texts, isRequired }: SelectedValues): JsonObject {
  const properties = { [property]: { enum: [...texts] } };
  return { type: "object", ...(isRequired && { required: [property] }), properties };
}

/** A choice by a property that some components do not require: where they are chosen, they have it (OpenAPI 3.1, 4.8.25). */
function withChosenValues(schema: Json, valuesOf: (name: string | undefined) => readonly SelectedValues[]): Json {
  if (!isObject(schema) || !isObject(schema.discriminator)) return schema;
  const { propertyName } = schema.discriminator;
  const chosen = (choice: Json): Json => {
    const values = valuesOf(componentOf(choice)).find(({ property }) => property === propertyName);
    return !values || values.isRequired ? choice : { allOf: [choice, partOf({ ...values, isRequired: true })] };
  };
  const lists = CHOICES.flatMap((keyword) =>
    Array.isArray(schema[keyword]) ? [[keyword, schema[keyword].map(chosen)]] : [],
  );
  return { ...schema, ...Object.fromEntries(lists) };
}

/** An heir that includes the new components in place of the bases. */
function onBases(schema: Json, baseOf: (name: string) => string | undefined): Json {
  if (!isObject(schema) || !Array.isArray(schema.allOf)) return schema;
  const allOf = schema.allOf.map((part) => {
    const base = baseOf(componentOf(part) ?? "");
    return base === undefined ? onBases(part, baseOf) : { ...asObject(part), $ref: schemaPointer(base) };
  });
  return { ...schema, allOf };
}
