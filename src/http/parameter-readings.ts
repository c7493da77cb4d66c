import { asList, asObject, type Json, type JsonObject, type OpenApiDocument } from "../openapi/document/document.js";
import { resolveReference } from "../openapi/document/reference.js";
import type { Parameter } from "../openapi/operations/operation.js";
import type { SchemaError, SchemaValidator } from "../openapi/schema/validator.js";
import { isJson } from "./media-type.js";

/** The parts of a request that hold parameters. */
export interface RequestParts {
  url: URL;
  headers: Headers;
  /** The values of the path parameters, percent-decoded. */
  path: Record<string, string>;
  cookies: Record<string, string>;
}

/** The possible values of a parameter in a request, the most likely one first; an empty list if it was not sent. */
function readingsIn(document: OpenApiDocument, parameter: Parameter, request: RequestParts): Json[] {
  const { name, in: place } = parameter;
  if (place === "query") return queryReadings(document, parameter, request.url.searchParams);
  const text =
    place === "path" ? request.path[name] : place === "header" ? request.headers.get(name) : request.cookies[name];
  return text === undefined || text === null ? [] : readingsOf(document, parameter, text);
}

/**
 * Reads a parameter of a request: the first reading that is valid by its schema, or the most likely one with its errors.
 *
 * @returns undefined if it was not sent
 */
export function readParameter(
  document: OpenApiDocument,
  parameter: Parameter,
  request: RequestParts,
  validator: SchemaValidator,
): { value: Json; errors: SchemaError[] } | undefined {
  const { schema, schemaPointer } = parameter;
  let first: { value: Json; errors: SchemaError[] } | undefined;
  for (const value of readingsIn(document, parameter, request)) {
    const errors = schema === undefined ? [] : validator.errors(schemaPointer, value);
    if (errors.length === 0) return { value, errors };
    first ??= { value, errors };
  }
  return first;
}

/** Delimiters of a list in a query (Parameter Object, OpenAPI 3.1, 4.8.12.3). */
const DELIMITERS: Record<string, string> = { form: ",", spaceDelimited: " ", pipeDelimited: "|" };

function queryReadings(document: OpenApiDocument, parameter: Parameter, query: URLSearchParams): Json[] {
  const { name, style, explode, mediaType, schema } = parameter;
  const whole = resolveReference(document, schema, "#").node;
  const types = mediaType === undefined ? typesOf(whole) : [];
  const texts = query.getAll(name);
  const primitive = (text: string, described: Json | undefined): Json =>
    readingsOf(document, { ...parameter, schema: asObject(described) }, text)[0] ?? text;
  if (types.includes("array") && texts.length > 0) {
    const parts = explode ? texts : texts.flatMap((text) => text.split(DELIMITERS[style] ?? ","));
    return [parts.map((part) => primitive(part, whole.items))];
  }
  if (types.includes("object") && (style === "deepObject" || explode)) {
    const properties = Object.entries(asObject(whole.properties)).flatMap(([key, described]) => {
      const text = query.get(style === "deepObject" ? `${name}[${key}]` : key);
      return text === null ? [] : [[key, primitive(text, described)] as const];
    });
    return properties.length > 0 ? [Object.fromEntries(properties)] : [];
  }
  const [text] = texts;
  return text === undefined ? [] : readingsOf(document, parameter, text);
}

/**
 * The possible values of a serialized parameter in a path, header or cookie (Parameter Object, OpenAPI 3.1, 4.8.12.3). A
 * schema with several types, or one that is composed of others, admits several readings.
 *
 * @param text the parameter in the request, with percent-encoding decoded
 * @returns the readings, the most likely one first
 */
export function readingsOf(document: OpenApiDocument, parameter: Parameter, text: string): Json[] {
  const { schema, mediaType } = parameter;
  if (mediaType !== undefined) return isJson(mediaType) ? [parsed(text)] : [text];
  const whole = resolved(document, schema);
  const types = typesOf(whole);
  const value = withoutPrefix(parameter, text);
  const single = [primitive(whole, value), value, primitive({ type: ["number", "boolean"] }, value)];
  if (types.includes("array")) return [listOf(document, whole, parameter, text), ...single];
  if (types.includes("object")) return [objectOf(document, whole, parameter, text), ...single];
  // A schema that is composed of others may admit any type.
  if (types.length > 0) return single;
  return [...single, listOf(document, whole, parameter, text), objectOf(document, whole, parameter, text)];
}

function listOf(document: OpenApiDocument, schema: JsonObject, parameter: Parameter, text: string): Json {
  const items = resolved(document, schema.items);
  return partsOf(parameter, text, false).map((part) => primitive(items, part));
}

function objectOf(document: OpenApiDocument, schema: JsonObject, parameter: Parameter, text: string): Json {
  const parts = partsOf(parameter, text, true);
  const pairs = parameter.explode
    ? parts.map((part) => splitAt(part, "="))
    : parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ""] as const] : []));
  const properties = asObject(schema.properties);
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, primitive(resolved(document, properties[name]), value)]),
  );
}

/** The parts of a list, or the names and values of an object. */
function partsOf({ name, in: location, style, explode }: Parameter, text: string, isObject: boolean): string[] {
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
function withoutPrefix({ name, in: location, style }: Parameter, text: string): string {
  if (location !== "path") return text;
  if (style === "label" && text.startsWith(".")) return text.slice(1);
  const prefix = `;${name}=`;
  return style === "matrix" && text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function splitAt(text: string, separator: string): readonly [before: string, after: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** A text as the type of its schema. Without a number or boolean in it, it remains text, which the schema rejects. */
function primitive(schema: JsonObject, text: string): Json {
  const types = typesOf(schema);
  const isNumeric = types.includes("integer") || types.includes("number");
  if (isNumeric && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  return text;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The types of a schema; none if any type is admitted. */
export function typesOf({ type }: JsonObject): Json[] {
  return typeof type === "string" ? [type] : [...asList(type)];
}

function resolved(document: OpenApiDocument, schema: Json | undefined): JsonObject {
  return resolveReference(document, schema, "#").node;
}
