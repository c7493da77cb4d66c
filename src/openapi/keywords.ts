import type { Json, JsonObject } from "./document.js";

/** Members of the standard that hold data, in which nothing is to be looked for. */
export const DATA_KEYWORDS: readonly string[] = ["const", "default", "enum", "example", "examples"];

/** Members whose own members are named by the document: one called `default` is no default there. */
export const MAP_KEYWORDS: readonly string[] = [
  ...["properties", "patternProperties", "dependentSchemas", "$defs"],
  ...["schemas", "responses", "parameters", "headers", "content", "requestBodies", "callbacks", "links", "paths"],
];

/** An object with the same names, and each member changed. */
export function mapMembers(named: JsonObject, change: (member: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(named).map(([name, member]) => [name, change(member)]));
}
