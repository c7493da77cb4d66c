import type { Direction } from "#openapi/direction/absent-properties.js";
import { asObject, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { typeAt } from "#test/generate/types/assignable.js";

/** A schema of a document, and the generated type of its values. */
export interface TypedPlace {
  schemaPointer: string;
  /** An expression over `components` and `paths`. */
  type: string;
  direction: Direction;
}

/** The components whose values are data, and the schemas of parameters and bodies that are not references to one. */
export function typedPlaces(document: OpenApiDocument): TypedPlace[] {
  const { names, isData } = dataOf(document);
  const components = names.map(
    (name): TypedPlace => ({
      schemaPointer: pointerTo("#/components/schemas", name),
      type: typeAt("components", ["schemas", name]),
      direction: "response",
    }),
  );
  const places = operationsOf(document).flatMap(placesOf);
  const inline = places.filter(({ schemaPointer }) => {
    const schema = valueAt(document, schemaPointer);
    return isObject(schema) && !("$ref" in schema) && isData(schema);
  });
  return [...components, ...inline];
}

function placesOf({ method, path, parameters, requestBody, responses }: Operation): TypedPlace[] {
  const at = (...names: string[]) => typeAt("paths", [path, method, ...names]);
  const contentOf = (content: readonly MediaType[], direction: Direction, ...names: string[]) =>
    content.map(
      ({ name, schemaPointer }): TypedPlace => ({
        schemaPointer,
        type: at(...names, "content", name),
        direction,
      }),
    );
  return [
    ...parameters.map(
      ({ in: place, name, schemaPointer }): TypedPlace => ({
        schemaPointer,
        type: at("parameters", place, name),
        direction: "request",
      }),
    ),
    ...contentOf(requestBody?.content ?? [], "request", "requestBody"),
    ...responses.flatMap(({ status, content }) => contentOf(content, "response", "responses", status)),
  ];
}

/**
 * The components whose values are JSON, and valid wherever they are used. A file is a part of a form. A discriminator says which value
 * a field of a variant has, so only values of the base have it. A reference to something else than a schema is a mistake.
 *
 * @returns their names, and whether another schema uses only such components
 */
function dataOf(document: OpenApiDocument): { names: string[]; isData: (schema: Json) => boolean } {
  const schemas = Object.entries(asObject(asObject(document.components).schemas));
  const texts = schemas.map(([name, schema]) => [name, JSON.stringify(schema)] as const);
  const variants = new Set(variantsIn(document));
  const bases = schemas.flatMap(([name, schema]) => (isObject(schema) && schema.discriminator ? [name] : []));
  const isLeft = (text: string) =>
    FILE.test(text) ||
    NOT_A_SCHEMA.test(text) ||
    (text.includes('"allOf"') && bases.some((base) => text.includes(`${REFERENCE}${base}"`)));
  const left = new Set(texts.flatMap(([name, text]) => (isLeft(text) || variants.has(name) ? [name] : [])));
  const usesLeft = (text: string) => [...left].some((other) => text.includes(`${REFERENCE}${other}"`));
  // A base chooses its variants. Any other schema that has one, or a file, has wrong values as well.
  for (let size = 0; size < left.size; ) {
    size = left.size;
    for (const [name, text] of texts) if (!bases.includes(name) && usesLeft(text)) left.add(name);
  }
  return {
    names: schemas.flatMap(([name]) => (left.has(name) ? [] : [name])),
    isData(schema) {
      const text = JSON.stringify(schema);
      return !isLeft(text) && !usesLeft(text);
    },
  };
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
