import { asObject, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import { findExtensions } from "#openapi/extensions/find-extensions.js";
import { EXTENSIONS } from "#openapi/extensions/registry.js";
import { findSchemas } from "#openapi/upgrade/find-schemas.js";

/** One change of the contract: a place is removed, or says something else. */
export interface Mutation {
  pointer: string;
  kind: "remove" | "bend";
  /** The value in place of the contract's; undefined removes the place. */
  value: Json | undefined;
}

/** The keywords of JSON Schema that constrain values, and those that describe or relate schemas. */
const CONSTRAINTS = [
  ...["$ref", "type", "enum", "const", "format", "pattern", "minimum", "maximum", "maxItems", "default"],
  ...["required", "properties", "additionalProperties", "items", "allOf", "oneOf", "if", "then"],
];

/** The parts of operations that state behavior. Their other parts are texts, examples, and references to components. */
const PARTS = ["parameters", "requestBody", "responses", "security", "links", "content", "required", "scheme", "in"];

/** Every removal and every bend of an extension, a constraint or another statement of a document, one at a time. */
export function mutationsOf(document: OpenApiDocument): Mutation[] {
  const names = EXTENSIONS.map(({ name }) => name as string);
  const extensions = findExtensions(document).filter(({ name }) => names.includes(name));
  const pointers = [
    ...extensions.flatMap(({ pointer, value }) => [pointer, ...placesIn(value, pointer)]),
    ...constraintsOf(document),
    ...partsOf(document),
  ];
  return [...new Set(pointers)].flatMap((pointer) => {
    const value = valueAt(document, pointer);
    const bends = value === undefined ? [] : bent(value, pointerNames(pointer).at(-1) ?? "");
    return [
      { pointer, kind: "remove" as const, value: undefined },
      ...bends.map((each) => ({ pointer, kind: "bend" as const, value: each })),
    ];
  });
}

/** The document after a mutation. */
export function mutated(document: OpenApiDocument, { pointer, value }: Mutation): OpenApiDocument {
  const copy = structuredClone(document);
  const owner = valueAt(copy, pointer.slice(0, pointer.lastIndexOf("/")));
  const name = pointerNames(pointer).at(-1) ?? "";
  if (Array.isArray(owner)) owner.splice(Number(name), 1, ...(value === undefined ? [] : [value]));
  else if (value === undefined) delete asObject(owner)[name];
  else asObject(owner)[name] = value;
  return copy;
}

function constraintsOf(document: OpenApiDocument): string[] {
  const schemas = findSchemas(document);
  const found: string[] = [];
  const visit = (node: Json, pointer: string): void => {
    if (typeof node !== "object" || node === null) return;
    if (isObject(node) && schemas.has(node)) {
      for (const name of CONSTRAINTS.filter((each) => node[each] !== undefined)) {
        const at = pointerTo(pointer, name);
        found.push(at);
        // Each required name, value of an enum, property and branch counts by itself.
        const value = node[name];
        if (Array.isArray(value) || name === "properties") {
          for (const key of Object.keys(Object(value))) found.push(pointerTo(at, key));
        }
      }
    }
    for (const [name, member] of Object.entries(node)) visit(member, pointerTo(pointer, name));
  };
  visit(document, "#");
  return found;
}

function partsOf(document: OpenApiDocument): string[] {
  const found: string[] = [];
  const visit = (node: Json, pointer: string): void => {
    if (!isObject(node) && !Array.isArray(node)) return;
    for (const [name, member] of Object.entries(node)) {
      const at = pointerTo(pointer, name);
      if (["schema", "schemas", "examples", "example"].includes(name) || name.startsWith("x-")) continue;
      if (PARTS.includes(name))
        found.push(
          at,
          ...Object.keys(Object(member))
            .filter(() => typeof member === "object")
            .map((key) => pointerTo(at, key)),
        );
      visit(member, at);
    }
  };
  visit(document, "#");
  return found;
}

/** The places of all values in a value. */
function placesIn(value: Json, pointer: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const at = pointerTo(pointer, name);
    return [at, ...placesIn(member, at)];
  });
}

/** Other values in place of a single value. Lists and objects are bent in their parts. */
function bent(value: Json, name: string): Json[] {
  if (typeof value === "boolean") return [!value];
  if (typeof value === "number") return [value + 1, value - 1];
  if (Array.isArray(value) && name === "type") return ["boolean"];
  if (typeof value !== "string") return [];
  if (name === "type") return [value === "integer" ? "string" : "integer"];
  if (name === "format") return ["ipv4"];
  if (name === "pattern") return ["^bent$"];
  return [`${value}Bent`];
}
