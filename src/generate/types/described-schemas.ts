import { isJson } from "#http/media-type.js";
import {
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";
import { copyOf, mapMembers } from "#openapi/document/walk.js";
import { constraintWords, openNotes } from "../constraints.js";

/**
 * A copy of the document whose descriptions also say what types cannot express: constraints and open points. Editors
 * show descriptions on hover.
 */
export function withConstraintsInWords(document: OpenApiDocument): OpenApiDocument {
  return asObject(copy(document, document));
}

function copy(document: OpenApiDocument, node: Json): Json {
  if (!isObject(node)) return copyOf(node, false, (item) => copy(document, item));
  const whole = asObject(copyOf(node, false, (member, _, name) => copyField(document, name, member)));
  const isParameter = typeof whole.in === "string" && typeof whole.name === "string";
  return isParameter ? describe(document, withSchema(whole), node.schema, true) : whole;
}

function copyField(document: OpenApiDocument, name: string, value: Json): Json {
  if (!isObject(value)) return copy(document, value);
  if (name === "properties") return copySchemas(document, value);
  if (name === "responses") return mapMembers(withRangesInUpperCase(value), (response) => copy(document, response));
  if (name === "components") return copyComponents(document, value);
  return copy(document, value);
}

/** The document chooses the names of components: a response named `2xx` is not a status range. */
function copyComponents(document: OpenApiDocument, components: JsonObject): JsonObject {
  const kinds = Object.entries(components).map(([kind, named]): [string, Json] => {
    if (!isObject(named)) return [kind, named];
    return [
      kind,
      kind === "schemas" ? copySchemas(document, named) : mapMembers(named, (component) => copy(document, component)),
    ];
  });
  return Object.fromEntries(kinds);
}

function copySchemas(document: OpenApiDocument, named: JsonObject): JsonObject {
  return mapMembers(named, (member) => {
    const schema = copy(document, member);
    return isObject(schema) ? describe(document, schema, schema, false) : schema;
  });
}

/** @param fully whether format and default belong in the words as well */
function describe(document: OpenApiDocument, node: JsonObject, schema: Json | undefined, fully: boolean): JsonObject {
  const target = isObject(schema) ? resolveReference(document, schema, "#").node : {};
  const description = asText(node.description) ?? asText(target.description);
  const constraints = constraintWords(document, schema, fully).join("; ");
  const sentence = constraints && `${constraints.charAt(0).toUpperCase()}${constraints.slice(1)}.`;
  const parts = [description?.trim(), sentence, ...openNotes(node)].filter(Boolean);
  return parts.length === 0 ? node : { ...node, description: parts.join("\n\n") };
}

/** A parameter that is serialized as JSON (`content`), with the schema of its value: callers pass the value. */
function withSchema(parameter: JsonObject): JsonObject {
  const { content, ...rest } = parameter;
  const [[mediaType, described] = ["", {}]] = Object.entries(asObject(content));
  const { schema } = asObject(described);
  return isJson(mediaType) && schema !== undefined ? { ...rest, schema } : parameter;
}

/** The types of the client's results expect `2XX`; documents may write `2xx`. */
function withRangesInUpperCase(responses: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      /^[1-5]xx$/.test(status) ? status.toUpperCase() : status,
      response,
    ]),
  );
}
