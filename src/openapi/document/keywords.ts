import type { Json, JsonObject } from "./document.js";

/** Fields of the standard whose value is data, in which names are not keywords. */
export const DATA_KEYWORDS: readonly string[] = ["const", "default", "enum", "example", "examples"];

/** Fields that are maps: the document chooses the names in them, so that `default` is not a keyword there. */
export const MAP_KEYWORDS: readonly string[] = [
  ...["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"],
  ...["schemas", "responses", "parameters", "headers", "content", "requestBodies", "callbacks", "links", "paths"],
  ...["mediaTypes", "additionalOperations"],
];

/** An object with the same names, and each member changed. */
export function mapMembers(named: JsonObject, change: (member: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(named).map(([name, member]) => [name, change(member)]));
}
