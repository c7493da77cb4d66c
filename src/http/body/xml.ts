import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  type Schema,
} from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";

/** An element: its name, and the value that its schema describes. */
interface Element {
  name: string;
  schema: JsonObject;
  value: Json;
}

/** Deeper values are left out: a schema may contain itself. */
const MAX_DEPTH = 32;

/**
 * A value as XML, by the XML Objects of its schema (OpenAPI 3.1, 4.8.26): names, attributes, wrapped lists, prefixes and
 * namespaces. Without a name, the root has that of its component, or `root`.
 */
export function xmlText(document: OpenApiDocument, schema: Schema | undefined, value: Json): string {
  const whole = mergedSchema(document, schema);
  const { name } = asObject(whole.xml);
  const referred = isObject(schema) ? asText(schema.$ref)?.split("/").at(-1) : undefined;
  const root = { name: asText(name) ?? referred ?? "root", schema: whole, value };
  const text = Array.isArray(value) ? wrapped(document, root, 0) : elementText(document, root, 0);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
}

function elementText(document: OpenApiDocument, { name, schema, value }: Element, depth: number): string {
  const { prefix, namespace } = asObject(schema.xml);
  const tag = asText(prefix) === undefined ? name : `${asText(prefix)}:${name}`;
  const space =
    asText(namespace) === undefined ? [] : [[`xmlns${asText(prefix) ? `:${asText(prefix)}` : ""}`, asText(namespace)]];
  if (!isObject(value)) return wrappedText(tag, space, escaped(textOf(value)));
  const parts =
    depth < MAX_DEPTH ? Object.entries(value).map(([key, part]) => partOf(document, schema, key, part)) : [];
  const isAttribute = (part: Element) => asObject(part.schema.xml).attribute === true;
  const attributes = parts.filter(isAttribute).map((part) => [part.name, textOf(part.value)]);
  const content = parts.filter((part) => !isAttribute(part)).map((part) => listOrElement(document, part, depth + 1));
  return wrappedText(tag, [...space, ...attributes], content.join(""));
}

/** A property as an element, named by its XML Object, or by its own name. */
function partOf(document: OpenApiDocument, schema: JsonObject, key: string, value: Json | undefined): Element {
  const own = asObject(schema.properties)[key] ?? schema.additionalProperties;
  const part = mergedSchema(document, own);
  return { name: asText(asObject(part.xml).name) ?? key, schema: part, value: value ?? null };
}

/** Items are elements beside each other, inside of another one if the list is wrapped. */
function listOrElement(document: OpenApiDocument, part: Element, depth: number): string {
  if (!Array.isArray(part.value)) return elementText(document, part, depth);
  if (asObject(part.schema.xml).wrapped === true) return wrapped(document, part, depth);
  return itemsText(document, part, depth);
}

function wrapped(document: OpenApiDocument, part: Element, depth: number): string {
  return wrappedText(part.name, [], itemsText(document, part, depth));
}

function itemsText(document: OpenApiDocument, { name, schema, value }: Element, depth: number): string {
  const item = mergedSchema(document, schema.items);
  const own = asText(asObject(item.xml).name) ?? name;
  return asList(value)
    .map((each) => elementText(document, { name: own, schema: item, value: each }, depth))
    .join("");
}

/** A schema with the properties of those that it is composed of. */
function mergedSchema(document: OpenApiDocument, schema: Json | undefined, depth = 0): JsonObject {
  const { node } = resolveReference(document, schema, "#");
  if (depth > MAX_DEPTH) return node;
  const parts = [...asList(node.allOf), ...asList(node.oneOf), ...asList(node.anyOf)];
  if (parts.length === 0) return node;
  const all = [...parts.map((part) => mergedSchema(document, part, depth + 1)), node];
  return Object.assign({}, ...all, {
    properties: Object.assign({}, ...all.map(({ properties }) => asObject(properties))),
  });
}

function wrappedText(tag: string, attributes: readonly (readonly (string | undefined)[])[], content: string): string {
  const written = attributes.map(([name, value = ""]) => ` ${name}="${escaped(value)}"`).join("");
  return `<${tag}${written}>${content}</${tag}>`;
}

function textOf(value: Json): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
