import { CHOICES, composedOf } from "#openapi/document/applied.js";
import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { mergedSchema, typesOf } from "#openapi/schema/merged-schema.js";
import type { SchemaError, SchemaValidator } from "#openapi/validator/validator.js";
import { parseJson } from "../body/parse-json.js";
import { isJson } from "../media-type.js";
import { readDeepObject } from "./read-deep-object.js";
import { readQuerystring } from "./read-querystring.js";
import { textAs } from "./text-as.js";

/** The parts of a request that hold parameters. */
export interface RequestParts {
  /** The values of the path parameters, percent-decoded. */
  path: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Pick<Headers, "get">;
  cookies: Readonly<Record<string, string>>;
}

/** A text that is serialized by a style. It is a parameter, a field of a form, or a header. */
export type Serialized = Pick<Parameter, "name" | "in" | "style" | "explode" | "mediaType" | "schema">;

/** The value of a parameter in a request. */
export interface ReadParameter {
  value: Json;
  /** How the value violates the schema. */
  errors: SchemaError[];
  /** The texts that were sent under the name of the parameter. */
  texts: readonly string[];
}

/**
 * Reads a parameter of a request. The first reading that is valid by its schema counts, or the most likely one with its
 * errors.
 *
 * @param others the other parameters of the operation, which no free-form object has (default: none is free-form)
 * @returns undefined if it was not sent
 */
export function readParameter(
  document: OpenApiDocument,
  parameter: Serialized & Pick<Parameter, "schemaPointer">,
  parts: RequestParts,
  validator: SchemaValidator,
  others?: readonly Pick<Parameter, "in" | "name">[],
): ReadParameter | undefined {
  const { schema, schemaPointer } = parameter;
  const texts = textsOf(parameter, parts);
  const isFree = (name: string) => others?.every((other) => other.in !== parameter.in || other.name !== name) ?? false;
  let first: ReadParameter | undefined;
  for (const value of readingsIn(document, parameter, parts, texts, isFree)) {
    const errors = schema === undefined ? [] : validator.errors(schemaPointer, value);
    if (errors.length === 0) return { value, errors, texts };
    first ??= { value, errors, texts };
  }
  return first;
}

/**
 * Whether a parameter that was not sent may be an object that has none of its described properties. Where each property has a
 * name of its own in the query, such an object has no text (RFC 6570, 3.2.8).
 */
export function admitsEmptyObject(
  document: OpenApiDocument,
  { in: location, style, explode, mediaType, schema, schemaPointer }: Serialized & Pick<Parameter, "schemaPointer">,
  validator: SchemaValidator,
): boolean {
  const isNamed = style === "deepObject" || (style === "form" && explode);
  if (location !== "query" || !isNamed || mediaType !== undefined) return false;
  const isDescribed = Object.keys(propertiesOf(document, schema, [])).length > 0;
  const types = typesOf(mergedSchema(document, schema));
  return isDescribed && types.includes("object") && validator.errors(schemaPointer, {}).length === 0;
}

/** The texts that a request has under the name of a parameter. Only a query may have several. */
function textsOf({ name, in: location, style }: Serialized, { path, query, headers, cookies }: RequestParts): string[] {
  if (location === "query") return style === "querystring" ? [query.toString()] : query.getAll(name);
  const text = location === "path" ? path[name] : location === "header" ? headers.get(name) : cookies[name];
  return text === undefined || text === null ? [] : [text];
}

/** Delimiters of a list in a query (Parameter Object, OpenAPI 3.1, 4.8.12.3). */
const DELIMITERS: Record<string, string> = { form: ",", spaceDelimited: " ", pipeDelimited: "|" };

/** The possible values of a parameter in a request, the most likely one first. An empty list if it was not sent. */
function readingsIn(
  document: OpenApiDocument,
  parameter: Serialized & Pick<Parameter, "schemaPointer">,
  { query, cookies }: RequestParts,
  texts: readonly string[],
  isFree: (name: string) => boolean,
): Json[] {
  const { name, in: location, style, explode, mediaType, schema, schemaPointer } = parameter;
  if (style === "querystring") {
    const read = readQuerystring(document, parameter, query);
    return read === undefined ? [] : [read];
  }
  const [text] = texts;
  const deep =
    location === "query" && style === "deepObject" ? readDeepObject(document, schemaPointer, name, query) : undefined;
  if (deep !== undefined) return [deep];
  const whole = mergedSchema(document, schema);
  const types = mediaType === undefined ? typesOf(whole) : [];
  if (text !== undefined) {
    if (location !== "query" || !types.includes("array")) return readingsOf(document, parameter, text);
    if (!explode) return readingsOf(document, parameter, texts.join(DELIMITERS[style] ?? ","));
    return [...listsOf(document, whole, texts), ...singlesOf(whole, text)];
  }
  const ownProperties = propertiesOf(document, schema, []);
  if (!types.includes("object") && (types.length > 0 || Object.keys(ownProperties).length === 0)) return [];
  // Each property has a name of its own in the query or among the cookies.
  const pairs = location === "query" ? [...query] : location === "cookie" ? Object.entries(cookies) : [];
  const properties = Object.entries(ownProperties).flatMap(([key, property]): [string, Json][] => {
    const sent = pairs.flatMap(([pairName, value]) => (explode && pairName === key ? [value] : []));
    const [first] = sent;
    if (first === undefined) return [];
    const schemaOf = mergedSchema(document, property);
    // A list repeats its name.
    const isList = location === "query" && typesOf(schemaOf).includes("array") && !first.startsWith("[");
    return [[key, (isList ? listsOf(document, schemaOf, sent)[0] : undefined) ?? primitive(schemaOf, first)]];
  });
  const isOpen = (key: string) => isFree(key) && !Object.hasOwn(ownProperties, key);
  const others = explode && style === "form" ? freeProperties(document, whole, pairs, isOpen) : [];
  return properties.length + others.length > 0 ? [Object.fromEntries([...properties, ...others])] : [];
}

/**
 * The properties of a free-form object. They are the pairs that neither its schema nor another parameter names (Parameter
 * Object, OpenAPI 3.1, 4.8.12, style `form`).
 */
function freeProperties(
  document: OpenApiDocument,
  { additionalProperties, type, properties }: JsonObject,
  pairs: readonly (readonly [string, string])[],
  isFree: (key: string) => boolean,
): [string, Json][] {
  const isOpen = isObject(additionalProperties) || additionalProperties === true;
  if (additionalProperties === false || (!isOpen && (type === undefined || properties !== undefined))) return [];
  const schema = mergedSchema(document, additionalProperties);
  const types = typesOf(schema);
  return pairs.flatMap(([key, text]): [string, Json][] => {
    const value = primitive(schema, text);
    // A key of a security scheme, or an undocumented parameter, is not a property of another type.
    const isOther = typeof value === "string" && types.length > 0 && !types.includes("string");
    return isFree(key) && !isOther ? [[key, value]] : [];
  });
}

/** The properties of a schema and of those that it is composed of. */
function propertiesOf(document: OpenApiDocument, schema: Json | undefined, trail: readonly JsonObject[]): JsonObject {
  const whole = mergedSchema(document, schema);
  if (trail.includes(whole)) return {};
  const parts = composedOf(whole, CHOICES);
  const inherited = parts.map((part) => propertiesOf(document, part, [...trail, whole]));
  return Object.assign({}, ...inherited, asObject(whole.properties));
}

/**
 * The possible values of a text that is serialized by a style (Parameter Object, OpenAPI 3.1, 4.8.12.3). A schema with
 * several types, or one that is composed of others, admits several readings.
 *
 * @param text without percent-encoding
 * @returns the readings, the most likely one first
 */
export function readingsOf(document: OpenApiDocument, serialized: Serialized, text: string): Json[] {
  const { schema, mediaType } = serialized;
  if (mediaType !== undefined) return [isJson(mediaType) ? (parseJson(text) ?? { value: text }).value : text];
  const whole = mergedSchema(document, schema);
  const types = typesOf(whole);
  const singles = singlesOf(whole, withoutPrefix(serialized, text));
  const lists = () => listsOf(document, whole, partsOf(serialized, text, false));
  if (types.includes("array")) return [...lists(), ...singles];
  if (types.includes("object")) return [objectOf(document, whole, serialized, text), ...singles];
  // A schema that is composed of others may admit any type.
  if (types.length > 0) return singles;
  return [...singles, ...lists(), objectOf(document, whole, serialized, text)];
}

/** Objects and lists are those of JSON, the default of parts of a form (Encoding Object, OpenAPI 3.1, 4.8.15). */
const ANY_TYPE = { type: ["number", "boolean", "object", "array"] };

function singlesOf(schema: JsonObject, text: string): Json[] {
  return [primitive(schema, text), text, primitive(ANY_TYPE, text)];
}

function listsOf(document: OpenApiDocument, schema: JsonObject, texts: readonly string[]): Json[] {
  const items = mergedSchema(document, schema.items);
  const list = texts.map((text) => primitive(items, text));
  return typesOf(items).length > 0 ? [list] : [list, texts.map((text) => primitive(ANY_TYPE, text))];
}

function objectOf(document: OpenApiDocument, schema: JsonObject, serialized: Serialized, text: string): Json {
  const parts = partsOf(serialized, text, true);
  const pairs = serialized.explode
    ? parts.map((part) => splitAt(part, "="))
    : parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ""] as const] : []));
  const properties = asObject(schema.properties);
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, primitive(mergedSchema(document, properties[name]), value)]),
  );
}

/** The parts of a list, or the names and values of an object. */
function partsOf({ name, in: location, style, explode }: Serialized, text: string, isObject: boolean): string[] {
  // Spaces around a comma are not part of a value (RFC 9110, 5.6.1).
  if (location === "header") return text.split(",").map((part) => part.trim());
  if (style === "spaceDelimited") return text.split(" ");
  if (style === "pipeDelimited") return text.split("|");
  if (style === "label") return text.replace(/^\./, "").split(explode ? "." : ",");
  if (style !== "matrix") return text.split(",");
  const written = text.replace(/^;/, "");
  if (!explode) return written.replace(`${name}=`, "").split(",");
  return written.split(";").map((part) => (isObject ? part : splitAt(part, "=")[1]));
}

/** A single value without the prefix of its style: `.5`, `;size=5`. */
function withoutPrefix({ name, in: location, style }: Serialized, text: string): string {
  if (location !== "path") return text;
  if (style === "label" && text.startsWith(".")) return text.slice(1);
  const prefix = `;${name}=`;
  return style === "matrix" && text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function splitAt(text: string, separator: string): readonly [before: string, after: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** A text as the type of its schema. */
function primitive(schema: JsonObject, text: string): Json {
  return textAs(typesOf(schema), text);
}
