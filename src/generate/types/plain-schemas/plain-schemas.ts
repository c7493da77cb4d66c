import { isDeepStrictEqual } from "node:util";
import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import type { JsonType } from "#openapi/document/json-type.js";
import { mapMembers } from "#openapi/document/walk.js";
import { findSchemas } from "#openapi/upgrade/find-schemas.js";
import { admits, containersOf, isLike } from "./implied-types.js";
import { listedValues, schemaOfValue } from "./listed-values.js";
import { openValues } from "./open-values.js";
import { propertyOf } from "./property-of.js";

/**
 * A copy of the document in which each schema is one thing. That is a reference, a type, a list of values, a choice, or
 * `allOf` such parts. openapi-typescript has right types for these. Of keywords beside each other, it ignores some, and
 * makes a choice of others.
 */
export function withPlainSchemas(document: OpenApiDocument): OpenApiDocument {
  const schemas = findSchemas(document);
  const writer = new PlainSchemas(document);
  const copy = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(copy);
    if (!isObject(node)) return node;
    return schemas.has(node) ? writer.of(node) : mapMembers(node, copy);
  };
  return asObject(copy(document));
}

class PlainSchemas {
  readonly #document: OpenApiDocument;
  /** The schemas of properties that are being copied to where they are required. */
  readonly #copied = new Set<Json>();
  /** The parts that say no more than that a value is a list or an object. */
  readonly #free = new WeakSet<JsonObject>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** @param beside the schemas that apply to the same value: one around this one, of which this one is a part */
  of(schema: Json | undefined, beside: readonly JsonObject[] = []): Json {
    if (!isObject(schema)) return schema === false ? false : {};
    const parts = this.#withoutFree(this.#partsOf(schema, [schema, ...beside]));
    if (parts.includes(false)) return false;
    const annotations = annotationsOf(schema);
    const [first] = parts;
    if (parts.length > 1) return { ...annotations, allOf: parts };
    if (!isObject(first)) return annotations;
    const whole = { ...first, ...annotations };
    if (this.#free.has(first)) this.#free.add(whole);
    return whole;
  }

  /** Without parts that say no more than another one: that the value is an object, or a list. */
  #withoutFree(parts: readonly Json[]): Json[] {
    const isFree = (part: Json): part is JsonObject => isObject(part) && this.#free.has(part);
    const isElsewhere = ({ type }: JsonObject) =>
      parts.some((part) => !isFree(part) && isLike(this.#document, part, type === "array" ? "array" : "object"));
    return parts.flatMap((part, index) => {
      if (parts.findIndex((other) => isDeepStrictEqual(other, part)) < index) return [];
      if (!isFree(part) || !isElsewhere(part)) return [part];
      const { additionalProperties: _, ...rest } = part;
      return rest.properties === undefined ? [] : [rest];
    });
  }

  /** @param all the schema, and those beside it */
  #partsOf(schema: JsonObject, all: readonly JsonObject[]): Json[] {
    const { $ref, allOf, anyOf, oneOf, not } = schema;
    if (not === true || (isObject(not) && Object.keys(not).length === 0)) return [false];
    const values = listedValues(schema);
    const open = openValues(schema);
    const parts = [
      ...(typeof $ref === "string" ? [{ $ref }] : []),
      ...(values ? [this.#ofValues(schema, values)] : open ? [open] : this.#ofType(schema, all)),
      ...asList(allOf).map((part) => this.of(part, all)),
      ...(open ? [] : [this.#ofChoices("anyOf", anyOf, all)]),
      this.#ofChoices("oneOf", oneOf, all),
    ];
    return parts.filter((part) => !isObject(part) || Object.keys(part).length > 0);
  }

  #ofChoices(name: "anyOf" | "oneOf", choices: Json | undefined, all: readonly JsonObject[]): Json {
    const possible = asList(choices).map((choice) => this.of(choice, all));
    if (possible.length === 0) return {};
    const left = possible.filter((choice) => choice !== false);
    const [first = false] = left;
    return left.length > 1 ? { [name]: left } : first;
  }

  /** A list of values, with the type that its comment names. */
  #ofValues({ type, format, const: constant }: JsonObject, values: readonly Json[]): Json {
    if (values.length === 0) return false;
    if (values.some((value) => typeof value === "object" && value !== null)) {
      return values.length === 1 ? schemaOfValue(values[0] ?? null) : { anyOf: values.map(schemaOfValue) };
    }
    const types = type === undefined ? [] : [type].flat().filter((name) => name !== "null" || values.includes(null));
    const [first] = types;
    return {
      ...(first !== undefined && { type: types.length > 1 ? types : first }),
      ...(format !== undefined && { format }),
      ...(constant !== undefined && constant !== null ? { const: constant } : { enum: [...values] }),
    };
  }

  /** The statements of a schema about values of its types. Nothing, if neither a type nor a keyword implies one. */
  #ofType(schema: JsonObject, all: readonly JsonObject[]): Json[] {
    const { type, contentMediaType, format, contentEncoding, "x-extensible-enum": known } = schema;
    const implied = type === undefined ? this.#impliedTypes(schema, all) : [type].flat();
    const types = implied.length === 0 && contentMediaType !== undefined ? ["string"] : implied;
    const [first] = types;
    if (first === undefined) return [];
    const scalars = { format, contentMediaType, contentEncoding, "x-extensible-enum": known };
    const present = Object.entries(scalars).filter((entry): entry is [string, Json] => entry[1] !== undefined);
    const part: JsonObject = {
      type: types.length > 1 ? types : first,
      ...Object.fromEntries(present),
      ...(types.includes("array") && this.#ofArray(schema)),
      ...(types.includes("object") && this.#ofObject(schema, all, type !== undefined)),
    };
    const isOpen = part.additionalProperties === true && schema.additionalProperties === undefined;
    const isAnyList = first === "array" && part.items === undefined && part.prefixItems === undefined;
    if (types.length === 1 && (isOpen || isAnyList)) this.#free.add(part);
    return [part];
  }

  /** The types of a schema without `type`. Keywords for objects and lists leave other values alone, where the parts beside them admit some. */
  #impliedTypes(schema: JsonObject, all: readonly JsonObject[]): string[] {
    const containers: string[] = containersOf(schema);
    const isRequiring = asList(schema.required).length > 0;
    const implied = containers.length === 0 && isRequiring ? ["object"] : containers;
    if (implied.length === 0) return implied;
    const others = OTHER_TYPES.filter((name) => admits(this.#document, { allOf: [...all] }, name) === true);
    return [...implied, ...others];
  }

  #ofArray({ items, prefixItems, minItems, maxItems }: JsonObject): JsonObject {
    return {
      ...(minItems !== undefined && { minItems }),
      ...(maxItems !== undefined && { maxItems }),
      ...(items !== undefined && { items: this.of(items) }),
      ...(prefixItems !== undefined && { prefixItems: asList(prefixItems).map((item) => this.of(item)) }),
    };
  }

  /** @param isTyped whether the schema says that it is an object. Otherwise, it is a part of one */
  #ofObject(schema: JsonObject, all: readonly JsonObject[], isTyped: boolean): JsonObject {
    const { additionalProperties: further, patternProperties } = schema;
    const declared = mapMembers(asObject(schema.properties), (member) => this.of(member));
    const names = asList(schema.required).map(String);
    const missing = names.filter((name) => !Object.hasOwn(declared, name));
    const fromElsewhere = missing.map((name): [string, Json] => [name, this.#required(name, all)]);
    const properties = { ...declared, ...Object.fromEntries(fromElsewhere) };
    const isBare = Object.keys(declared).length === 0 && further === undefined && patternProperties === undefined;
    // An object without described properties may have any (JSON Schema Core 2020-12, 10.3.2.3).
    const isOpen = isBare && isTyped;
    return {
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(names.length > 0 && { required: names }),
      ...(isOpen && { additionalProperties: true }),
      ...(further !== undefined && { additionalProperties: isObject(further) ? this.of(further) : further }),
      ...(isObject(patternProperties) && {
        patternProperties: mapMembers(patternProperties, (member) => this.of(member)),
      }),
    };
  }

  /** The schema of a required property that is described elsewhere: `required` is about the whole object (Validation, 6.5.3). */
  #required(name: string, all: readonly JsonObject[]): Json {
    const described = propertyOf(this.#document, all, name) ?? {};
    if (this.#copied.has(described)) return {};
    this.#copied.add(described);
    const copied = this.of(described);
    this.#copied.delete(described);
    return copied;
  }
}

const OTHER_TYPES: readonly JsonType[] = ["null", "string", "number", "boolean"];

/** Keywords that say something about a value, and restrict nothing (JSON Schema Validation 2020-12, 9; OpenAPI 3.1, 4.8.24). */
const ANNOTATIONS: readonly string[] = [
  ...["title", "summary", "description", "default", "deprecated", "example", "examples", "readOnly", "writeOnly"],
];

/** The keywords of a schema that the comments of types need. */
function annotationsOf(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => ANNOTATIONS.includes(name)));
}
