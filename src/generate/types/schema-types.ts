import type { ReferenceObject, SchemaObject, TransformNodeOptions } from "openapi-typescript";
import { asList, isObject } from "#openapi/document/document.js";
import { PRESENT } from "./plain-schemas/property-of.js";
import { openapiTypescript, ts } from "./typescript-packages.cjs";
import { DATE_TYPES, hasDigits, isLong, isMoment, isNullable, type ValueTypes } from "./value-types.js";

/**
 * The type of an open set of strings (`x-extensible-enum`): editors offer the known values, and every other string is valid.
 *
 * @returns undefined for every other schema
 */
export function openStringType(schema: SchemaObject): ts.TypeNode | undefined {
  const known = asList(schema["x-extensible-enum"]);
  if (schema.type !== "string" || known.length === 0) return undefined;
  const { factory } = ts;
  const anyOther = factory.createParenthesizedType(
    factory.createIntersectionTypeNode([
      factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
      factory.createTypeLiteralNode([]),
    ]),
  );
  const literals = known.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(String(value))));
  return factory.createUnionTypeNode([...literals, anyOther]);
}

/** The type of a moment, or of a number of 64 bits, if clients read it as another value. Returns undefined for every other schema. */
export function convertedType(schema: SchemaObject, { dates, int64 }: ValueTypes): ts.TypeNode | undefined {
  const { factory } = ts;
  const name =
    dates !== undefined && isMoment(schema) ? DATE_TYPES[dates] : hasDigits({ int64 }) && isLong(schema) && int64;
  if (!name) return undefined;
  const converted = factory.createTypeReferenceNode(name);
  if (!isNullable(schema)) return converted;
  return factory.createUnionTypeNode([converted, factory.createLiteralTypeNode(factory.createNull())]);
}

/** Media types of texts, which are not files: JSON and XML are texts as well. */
const TEXT = /^text\/|[/+](json|xml)\b/i;

/**
 * The type of a file: `Blob` exists in browsers and in Node, and a `File` is one. Since OpenAPI 3.1, `contentMediaType` says that a string
 * is one (4.8.14.2); `contentEncoding` makes a text of it.
 *
 * @returns undefined for every other schema
 */
export function binaryType(schema: SchemaObject): ts.TypeNode | undefined {
  const { contentMediaType: media, contentEncoding }: Record<string, unknown> = { ...schema };
  const isRaw = typeof media === "string" && contentEncoding === undefined && !TEXT.test(media);
  const isFile = schema.type === "string" && (schema.format === "binary" || isRaw);
  return isFile ? ts.factory.createTypeReferenceNode("globalThis.Blob") : undefined;
}

/** The type of a value that is present, whatever it is. */
export function presentType(schema: { type?: unknown }): ts.TypeNode | undefined {
  if (schema.type !== PRESENT.type) return undefined;
  const { factory } = ts;
  return factory.createUnionTypeNode([
    factory.createTypeLiteralNode([]),
    factory.createLiteralTypeNode(factory.createNull()),
  ]);
}

/**
 * The type of a list whose first items have types of their own. Those beyond `minItems` may be absent, and items after them may have any
 * type, or that of `items` (JSON Schema Core 2020-12, 10.3.1).
 *
 * @returns undefined for every other schema
 */
export function tupleType(schema: SchemaObject, options: TransformNodeOptions): ts.TypeNode | undefined {
  if (schema.type !== "array" || !("prefixItems" in schema) || !Array.isArray(schema.prefixItems)) return undefined;
  const { prefixItems: all, minItems = 0, maxItems = Infinity } = schema;
  const items: unknown = schema.items;
  const { factory } = ts;
  const typeOf = (item: SchemaObject | ReferenceObject) => openapiTypescript.transformSchemaObject(item, options);
  const first = all
    .slice(0, maxItems)
    .map((item, index) => (index < minItems ? typeOf(item) : factory.createOptionalTypeNode(typeOf(item))));
  const rest = isSchema(items) ? typeOf(items) : factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword);
  const isClosed = items === false || maxItems <= all.length;
  return factory.createTupleTypeNode([
    ...first,
    ...(isClosed ? [] : [factory.createRestTypeNode(factory.createArrayTypeNode(rest))]),
  ]);
}

function isSchema(items: unknown): items is SchemaObject {
  return isObject(items);
}
