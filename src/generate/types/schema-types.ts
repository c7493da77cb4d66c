import type { SchemaObject, TransformNodeOptions } from "openapi-typescript";
import { asList, isObject } from "#openapi/document/document.js";
import { DATE_TYPES, type DateType, isMoment, isNullableMoment } from "./dates.js";
import { openapiTypescript, ts } from "./typescript-packages.cjs";

/**
 * The type of an open set of strings: editors offer the known values, and every other string is valid. The set is
 * written as `x-extensible-enum`, or as `anyOf` an enum and any string.
 *
 * @returns undefined for every other schema
 */
export function openStringType(schema: SchemaObject): ts.TypeNode | undefined {
  const known = knownValues({ ...schema });
  if (known.length === 0) return undefined;
  const { factory } = ts;
  const anyOther = factory.createParenthesizedType(
    factory.createIntersectionTypeNode([
      factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
      factory.createTypeLiteralNode([]),
    ]),
  );
  const literals = known.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  return factory.createUnionTypeNode([...literals, anyOther]);
}

/** The type of a moment, if clients read it as a date. Returns undefined for every other schema. */
export function momentType(schema: SchemaObject, dates: DateType | undefined): ts.TypeNode | undefined {
  if (dates === undefined || !isMoment(schema)) return undefined;
  const { factory } = ts;
  const moment = factory.createTypeReferenceNode(DATE_TYPES[dates]);
  if (!isNullableMoment(schema)) return moment;
  return factory.createUnionTypeNode([moment, factory.createLiteralTypeNode(factory.createNull())]);
}

/** The type of a file: `Blob` exists in browsers and in Node. Returns undefined for every other schema. */
export function binaryType(schema: SchemaObject): ts.TypeNode | undefined {
  const isFile = schema.type === "string" && schema.format === "binary";
  return isFile ? ts.factory.createTypeReferenceNode("globalThis.Blob") : undefined;
}

/** The type of a list whose first items have types of their own, and the further ones another type (`prefixItems`, `items`). */
export function tupleType(schema: SchemaObject, options: TransformNodeOptions): ts.TypeNode | undefined {
  if (typeof schema !== "object" || !("prefixItems" in schema) || !("items" in schema) || !isObject(schema.items))
    return undefined;
  if (!Array.isArray(schema.prefixItems) || Array.isArray(schema.items)) return undefined;
  const first = schema.prefixItems.map((item) => openapiTypescript.transformSchemaObject(item, options));
  const rest = ts.factory.createArrayTypeNode(openapiTypescript.transformSchemaObject(schema.items, options));
  return ts.factory.createTupleTypeNode([...first, ts.factory.createRestTypeNode(rest)]);
}

function knownValues(schema: Record<string, unknown>): string[] {
  const extensible = asList(schema["x-extensible-enum"]);
  if (schema.type === "string" && extensible.length > 0) return extensible.map(String);
  const choices = asList(schema.anyOf).filter(isObject);
  const admitsAny = choices.some((choice) => choice.type === "string" && !choice.enum && !choice.const);
  const isText = choices.every((choice) => (choice.type ?? "string") === "string" && !choice.$ref);
  if (!admitsAny || !isText) return [];
  const values = choices.flatMap(({ enum: listed, const: constant }) => [
    ...asList(listed),
    ...(constant === undefined ? [] : [constant]),
  ]);
  return values.every((value) => typeof value === "string") ? values.map(String) : [];
}
