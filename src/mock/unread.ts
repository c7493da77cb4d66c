import { isJson } from "../http/media-type.js";
import { asList, asObject, type Json, type JsonObject, type OpenApiDocument } from "../openapi/document.js";
import type { Parameter } from "../openapi/operation.js";
import { resolveReference } from "../openapi/reference.js";

/** Whether Prism fails at a parameter: a list or an object in a header or a path. */
export function isUnread(place: string, schema: JsonObject): boolean {
  const types = typesOf(schema);
  return (place === "header" || place === "path") && (types.includes("array") || types.includes("object"));
}

/**
 * What a parameter may have been meant as, in the styles of paths, headers and cookies (Parameter Object, OpenAPI 3.1,
 * 4.8.12.3): a schema with several types, or one that is made of others, admits several readings.
 *
 * @param text as it stands in the request, no longer percent-encoded
 * @returns readings, the likeliest first
 */
export function readingsOf(document: OpenApiDocument, parameter: Parameter, text: string): Json[] {
  const { schema, mediaType, explode } = parameter;
  if (mediaType !== undefined) return isJson(mediaType) ? [parsed(text)] : [text];
  const whole = resolved(document, schema);
  const lists = partsOf(parameter, text);
  const parts = partsOf(parameter, text, true);
  const pairs = explode
    ? parts.map((part) => splitAt(part, "="))
    : parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ""] as const] : []));
  const properties = asObject(whole.properties);
  const items = resolved(document, whole.items);
  const list = lists.map((part) => primitive(items, part));
  const object = Object.fromEntries(
    pairs.map(([name, value]) => [name, primitive(resolved(document, properties[name]), value)]),
  );
  const types = typesOf(whole);
  const single = [primitive(whole, text), text, primitive({ type: ["number", "boolean"] }, text)];
  if (types.includes("array")) return [list, ...single];
  if (types.includes("object")) return [object, ...single];
  // What a schema that is made of others is, nothing here says.
  return types.length > 0 ? single : [...single, list, object];
}

/** The parts of a list, or the names and values of an object. */
function partsOf({ name, in: place, style, explode }: Parameter, text: string, isObject = false): string[] {
  // Spaces around a comma are none of the value (RFC 9110, 5.6.1).
  if (place === "header") return text.split(",").map((part) => part.trim());
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

/** A text as the schema reads it; what is no number or truth value stays a text, which the schema then refuses. */
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

export function typesOf({ type }: JsonObject): Json[] {
  return typeof type === "string" ? [type] : [...asList(type)];
}

function resolved(document: OpenApiDocument, schema: Json | undefined): JsonObject {
  return resolveReference(document, schema, "#").node;
}
