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
import { componentOf, type Selections, schemaPointer, selectionsOf } from "./selections.js";

/**
 * A copy of the document without discriminators, in which the schemas say what these mean. A component that a value selects
 * has that value. A base is the choice of the components that include it. They include `ThingBase` then, which has what the
 * base describes.
 *
 * openapi-typescript would write `Omit` for each reference in `allOf`. Of a union, that leaves only the names that all have.
 */
export function withSelectedSchemas(document: OpenApiDocument): OpenApiDocument {
  const selections = selectionsOf(document);
  const components = asObject(document.components);
  const schemas = asObject(components.schemas);
  const bases = baseNames(selections, schemas);
  const written = Object.entries(schemas).flatMap(([name, schema]): [string, Json][] => {
    const plain = onBases(withoutDiscriminators(schema), bases);
    const base = bases.get(name);
    if (base === undefined) return [[name, selected(plain, selections.values.get(name))]];
    return [
      [name, asChoice(name, base, selections)],
      [base, plain],
    ];
  });
  const others = asObject(withoutDiscriminators({ ...document, components: { ...components, schemas: {} } }));
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
function asChoice(name: string, base: string, { heirs, values, bases }: Selections): JsonObject {
  const itself = selected({ allOf: [{ $ref: schemaPointer(base) }] }, values.get(name));
  if (!bases.has(name)) return itself;
  const selectable = (heirs.get(name) ?? []).filter((heir) => values.has(heir) || bases.has(heir));
  const choices = [...(values.has(name) ? [itself] : []), ...selectable.map((heir) => ({ $ref: schemaPointer(heir) }))];
  return choices.length > 0 ? { oneOf: choices } : itself;
}

/** A schema whose properties have the values that select it. */
function selected(schema: Json, values: ReadonlyMap<string, readonly string[]> | undefined): JsonObject {
  const whole = asObject(schema);
  if (!values) return whole;
  return [...values].reduce((narrowed, [property, texts]) => withValues(narrowed, property, texts), whole);
}

function withValues(schema: JsonObject, property: string, texts: readonly string[]): JsonObject {
  const properties = asObject(schema.properties);
  const described = properties[property];
  const isOwn = isObject(described) && described.type === "string" && described.enum === undefined;
  if (!isOwn || described.const !== undefined) {
    const part = { type: "object", required: [property], properties: { [property]: { enum: [...texts] } } };
    return { ...schema, allOf: [...asList(schema.allOf), part] };
  }
  const { "x-extensible-enum": _, ...plain } = described;
  return {
    ...schema,
    required: [...new Set([...asList(schema.required), property])],
    properties: { ...properties, [property]: { ...plain, enum: [...texts] } },
  };
}

/** A component that includes the new components in place of the bases. */
function onBases(schema: Json, bases: ReadonlyMap<string, string>): Json {
  if (!isObject(schema) || !Array.isArray(schema.allOf)) return schema;
  const allOf = schema.allOf.map((part) => {
    const base = bases.get(componentOf(part) ?? "");
    return base === undefined ? onBases(part, bases) : { ...asObject(part), $ref: schemaPointer(base) };
  });
  return { ...schema, allOf };
}

function withoutDiscriminators(node: Json, isMap = false): Json {
  return copyOf(node, isMap, (member, isInnerMap, name) =>
    !isMap && name === "discriminator" && isObject(member) ? undefined : withoutDiscriminators(member, isInnerMap),
  );
}
