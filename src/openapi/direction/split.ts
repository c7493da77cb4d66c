import { CHOICES, composedOf } from "../document/applied.js";
import { asList, asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { oncePer } from "../document/once-per.js";
import { pointerNames, pointerTo } from "../document/pointer.js";
import { unusedName } from "../document/unused-name.js";
import { DATA, MAPS } from "../document/walk.js";
import { absentProperties, type Direction, resolved } from "./absent-properties.js";
import { differing, hasFlag } from "./differing.js";

const SCHEMAS = "#/components/schemas";

/** Fields with the opposite direction: data that callers write or, in callbacks and webhooks, that the API sends. */
const REVERSED = ["requestBody", "requestBodies", "parameters", "callbacks", "webhooks"];

const opposite = (direction: Direction): Direction => (direction === "response" ? "request" : "response");

/** The state of one split. */
interface Split {
  document: OpenApiDocument;
  children: ReadonlyMap<Json, string[]>;
  /** The components that differ by direction: the pointer of each, and the pointer of its copy for writing. */
  writable: ReadonlyMap<string, string>;
  /** The references that are being replaced by their targets. */
  inlined: Set<string>;
}

/**
 * Copies a document, where it has to, so that read and written data have separate schemas. Request bodies lack `readOnly`
 * properties, and responses lack `writeOnly` ones (JSON Schema Validation, 9.4; OpenAPI 3.1, 4.8.24). Each component that
 * differs by direction becomes two, `Thing` and `ThingWritable`.
 */
export const splitReadWrite = oncePer((document: OpenApiDocument): OpenApiDocument => {
  if (!hasFlag(document, document, new Set())) return document;
  const schemas = asObject(asObject(document.components).schemas);
  const children = childrenOf(schemas);
  const names = [...differing(document, schemas, children)];
  const writable = new Map(
    names.map((name) => [pointerTo(SCHEMAS, name), pointerTo(SCHEMAS, unusedName(`${name}Writable`, schemas))]),
  );
  const split: Split = { document, children, writable, inlined: new Set() };
  const { components } = document;
  const others = isObject(components) ? { ...document, components: { ...components, schemas: {} } } : document;
  const copied = asObject(copy(split, others, "response"));
  const both = Object.entries(schemas).flatMap(([name, schema]): [string, Json][] => {
    const second = writable.get(pointerTo(SCHEMAS, name));
    const first: [string, Json] = [name, copy(split, schema, "response")];
    return second === undefined
      ? [first]
      : [first, [pointerNames(second).at(-1) ?? "", copy(split, schema, "request")]];
  });
  if (both.length === 0) return copied;
  return { ...copied, components: { ...asObject(copied.components), schemas: Object.fromEntries(both) } };
});

/**
 * A copy of a node; the node itself if nothing in it differs by direction.
 *
 * @param inherited names of properties that are absent because another part of the same `allOf` says so
 */
function copy(split: Split, node: Json, direction: Direction, inherited: readonly string[] = []): Json {
  if (Array.isArray(node)) return copyItems(node, (item) => copy(split, item, direction));
  if (!isObject(node)) return node;
  const { document, inlined } = split;
  const { $ref: reference } = node;
  if (typeof reference === "string" && leadsIntoCopied(split, reference) && !inlined.has(reference)) {
    const { $ref: _, ...siblings } = node;
    inlined.add(reference);
    const target = asObject(copy(split, resolved(document, node), direction));
    const whole = { ...target, ...asObject(copy(split, siblings, direction)) };
    inlined.delete(reference);
    return whole;
  }
  const isPlain = inherited.length === 0 && node.properties === undefined && node.allOf === undefined;
  const absent = isPlain ? NONE : new Set([...inherited, ...absentProperties(document, node, direction)]);
  const properties = absent.size === 0 ? [] : Object.keys(asObject(node.properties));
  // Without its last property, a schema of an object would admit the empty object only.
  const isEmptied = properties.length > 0 && properties.every((name) => absent.has(name));
  return copyMembers(isEmptied ? withoutProperties(node) : node, (value, name) =>
    copyMember(split, node, name, value, direction, absent),
  );
}

const NONE: ReadonlySet<string> = new Set();

function withoutProperties({ type: _type, properties: _properties, ...others }: JsonObject): JsonObject {
  return others;
}

/** A list with each item changed; the list itself if none is. */
function copyItems(items: Json[], change: (item: Json) => Json): Json[] {
  let copied: Json[] | undefined;
  for (const [index, item] of items.entries()) {
    const changed = change(item);
    if (changed === item) continue;
    copied ??= [...items];
    copied[index] = changed;
  }
  return copied ?? items;
}

/** An object with each member changed; the object itself if none is. */
function copyMembers(members: JsonObject, change: (member: Json, name: string) => Json): JsonObject {
  let copied: JsonObject | undefined;
  for (const name in members) {
    const member = members[name] ?? null;
    const changed = change(member, name);
    if (changed === member) continue;
    copied ??= { ...members };
    copied[name] = changed;
  }
  return copied ?? members;
}

/** Copies one member of an object, without the properties that are absent. */
function copyMember(
  split: Split,
  node: JsonObject,
  name: string,
  value: Json,
  direction: Direction,
  absent: ReadonlySet<string>,
): Json {
  const { children, writable } = split;
  const inDirection = (reference: string): string =>
    direction === "request" ? (writable.get(reference) ?? reference) : reference;
  if (name === "$ref" && typeof value === "string") return inDirection(value);
  if (typeof value !== "object" || value === null || DATA.has(name)) return value;
  if (name === "required" && Array.isArray(value)) {
    return absent.size === 0 ? value : value.filter((property) => !absent.has(String(property)));
  }
  if (name === "properties" && isObject(value)) {
    const present = Object.entries(value).filter(([property]) => !absent.has(property));
    const members = absent.size === 0 ? value : Object.fromEntries(present);
    return copyMembers(members, (schema) => copy(split, schema, direction));
  }
  if (name === "allOf" && Array.isArray(value)) {
    return copyItems(value, (part) => copy(split, part, direction, [...absent]));
  }
  if (name === "discriminator" && isObject(value)) {
    const mapping = copyMembers(mappingOf(node, children.get(node) ?? []), (to) => inDirection(String(to)));
    return { ...value, mapping };
  }
  const inner = REVERSED.includes(name) ? opposite(direction) : direction;
  if (MAPS.has(name) && isObject(value)) {
    return copyMembers(value, (member) => copy(split, member, inner));
  }
  return copy(split, value, inner);
}

/** True for a reference to a part of a component that becomes two. Only one of them may have that part. */
function leadsIntoCopied({ writable }: Split, reference: string): boolean {
  const names = pointerNames(reference);
  return names.length > 3 && writable.has(pointerTo("#", ...names.slice(0, 3)));
}

/** For each schema with a discriminator, the names of the components that extend it by `allOf`. */
function childrenOf(schemas: JsonObject): Map<Json, string[]> {
  const children = new Map<Json, string[]>();
  for (const [name, schema] of Object.entries(schemas)) {
    for (const part of asList(asObject(schema).allOf)) {
      const [, , base = ""] = pointerNames(String(asObject(part).$ref ?? "#"));
      const parent = schemas[base];
      if (isObject(parent) && parent.discriminator) children.set(parent, [...(children.get(parent) ?? []), name]);
    }
  }
  return children;
}

/**
 * The values of a discriminator and their schemas. A copy has another name than its component. So values that the names of
 * components imply are made explicit (Discriminator Object, OpenAPI 3.1, 4.8.25). Beside a mapping, what extends a schema has no
 * value.
 */
function mappingOf(schema: JsonObject, children: readonly string[]): JsonObject {
  const explicit = asObject(asObject(schema.discriminator).mapping);
  const choices = composedOf(schema, CHOICES).map((choice) => String(asObject(choice).$ref ?? ""));
  const mapped = Object.values(explicit).map(String);
  const extending = mapped.length > 0 ? [] : children.map((name) => pointerTo(SCHEMAS, name));
  const all = [...choices.filter(Boolean), ...extending];
  const implied = all
    .filter((reference) => !mapped.includes(reference))
    .map((reference) => [pointerNames(reference).at(-1) ?? "", reference]);
  return { ...Object.fromEntries(implied), ...explicit };
}
