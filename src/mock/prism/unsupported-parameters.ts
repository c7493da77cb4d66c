import { isJson } from "../../http/media-type.js";
import { asList, asObject, type Json, type JsonObject, type OpenApiDocument } from "../../openapi/document.js";
import type { Parameter } from "../../openapi/operation.js";
import { resolveReference } from "../../openapi/reference.js";

/** True for a parameter that Prism fails at: a list or an object in a header or a path. */
export function isUnsupported(location: string, schema: JsonObject): boolean {
  const types = typesOf(schema);
  return (location === "header" || location === "path") && (types.includes("array") || types.includes("object"));
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
  const single = [primitive(whole, text), text, primitive({ type: ["number", "boolean"] }, text)];
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
  if (style === "label") return text.replace(/^\./, "").split(explode ? "." : ",");
  if (style !== "matrix") return text.split(",");
  const written = text.replace(/^;/, "");
  if (!explode) return written.replace(`${name}=`, "").split(",");
  return written.split(";").map((part) => (isObject ? part : splitAt(part, "=")[1]));
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
