import { asObject, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { assignable, type TypedValue } from "#test/generate/types/assignable.js";
import { typeMutants } from "#test/generate/types/mutants.js";
import { createValues } from "#values/values.js";

/** Whether the types of a document admit the values of its schemas, and reject those that the validator rejects by their type. */
export interface TypeCounts {
  schemas: number;
  values: number;
  mutants: number;
  wrong: string[];
}

/** Values with more characters have no mutants: each would be validated. */
const LARGE = 2_000;

/** How many mutants of a schema are tried. */
const MUTANTS = 20;

/** Tries values of each component of a document with TypeScript as a library. */
export function checkTypes(document: OpenApiDocument): TypeCounts {
  const components = namesOfData(document);
  const valid: TypedValue[] = [];
  const mutants: TypedValue[] = [];
  for (const component of components) {
    const schemaPointer = pointerTo("#/components/schemas", component);
    for (const optional of ["all", "none"] as const) {
      const made = createValues(document, { seed: 1 }).value({ schemaPointer }, { optional });
      if (!("value" in made)) continue;
      valid.push({ component, value: made.value });
      if (JSON.stringify(made.value).length > LARGE || optional === "none") continue;
      const others = typeMutants(document, schemaPointer, made.value).slice(0, MUTANTS);
      mutants.push(...others.map((value) => ({ component, value })));
    }
  }
  const results = assignable(document, [...valid, ...mutants]);
  const wrong = valid.filter((_, index) => results[index] === false);
  const admitted = mutants.filter((_, index) => results[valid.length + index] === true);
  const shown = ({ component, value }: TypedValue) => `${component}: ${JSON.stringify(value).slice(0, 200)}`;
  return {
    ...{ schemas: components.length, values: valid.length, mutants: mutants.length },
    wrong: [
      ...wrong.map((value) => `the type rejects a valid value of ${shown(value)}`),
      ...admitted.map((value) => `the type admits a wrong value of ${shown(value)}`),
    ],
  };
}

/**
 * The components whose values are JSON, and valid wherever they are used. A file is a part of a form. A discriminator says which value
 * a field of a variant has, so only values of the base have it. A reference to something else than a schema is a mistake.
 */
function namesOfData(document: OpenApiDocument): string[] {
  const schemas = Object.entries(asObject(asObject(document.components).schemas));
  const texts = schemas.map(([name, schema]) => [name, JSON.stringify(schema)] as const);
  const variants = new Set(variantsIn(document));
  const bases = schemas.flatMap(([name, schema]) => (isObject(schema) && schema.discriminator ? [name] : []));
  const left = new Set(
    texts.flatMap(([name, text]) => {
      const isInherited = text.includes('"allOf"') && bases.some((base) => text.includes(`${REFERENCE}${base}"`));
      return FILE.test(text) || NOT_A_SCHEMA.test(text) || isInherited || variants.has(name) ? [name] : [];
    }),
  );
  // A base chooses its variants. Any other schema that has one, or a file, has wrong values as well.
  for (let size = 0; size < left.size; ) {
    size = left.size;
    for (const [name, text] of texts) {
      if (bases.includes(name)) continue;
      if ([...left].some((other) => text.includes(`${REFERENCE}${other}"`))) left.add(name);
    }
  }
  return texts.flatMap(([name]) => (left.has(name) ? [] : [name]));
}

const REFERENCE = '"#/components/schemas/';
/** A reference to a parameter in place of a schema: the validator admits any value there, and the type is that of the parameter. */
const NOT_A_SCHEMA = /"\$ref":"#\/components\/(?!schemas\/)/;
const FILE = /"format":"binary"|"contentMediaType"|"contentEncoding"/;

/** The names of the components that discriminators name, or choose from. */
function variantsIn(node: Json | undefined): string[] {
  if (Array.isArray(node)) return node.flatMap(variantsIn);
  if (!isObject(node)) return [];
  const inner = Object.values(node).flatMap(variantsIn);
  if (!isObject(node.discriminator)) return inner;
  const named = [node.oneOf, node.anyOf, node.discriminator.mapping].map((part) => JSON.stringify(part ?? {}));
  return [
    ...inner,
    ...named.flatMap((text) =>
      [...text.matchAll(/"(?:#\/components\/schemas\/)?([\w.-]+)"/g)].map(([, name = ""]) => name),
    ),
  ];
}
