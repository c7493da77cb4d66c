import { asList, asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { valueAt } from "../document/pointer.js";

/** Who sends the described data: a caller (request), or the API (response). */
export type Direction = "request" | "response";

/** The keyword of the properties that are absent in a direction: `readOnly` ones from requests, `writeOnly` ones from responses. */
export const ABSENT = { response: "writeOnly", request: "readOnly" } as const;

/** The keywords that make a property absent in one direction. */
export const FLAGS = Object.values(ABSENT);

/** The properties of a schema, and of the parts of its `allOf`, that are absent in a direction. */
export function absentProperties(
  document: OpenApiDocument,
  schema: JsonObject,
  direction: Direction,
  seen: readonly Json[] = [],
): string[] {
  if (seen.includes(schema)) return [];
  const parts = asList(schema.allOf).map((part) => resolved(document, part));
  return [
    ...flaggedProperties(document, schema, ABSENT[direction]),
    ...parts.flatMap((part) => absentProperties(document, part, direction, [...seen, schema])),
  ];
}

/** The names of the properties of a schema that have a keyword. */
export function flaggedProperties(document: OpenApiDocument, { properties }: JsonObject, flag: string): string[] {
  const names: string[] = [];
  if (!isObject(properties)) return names;
  for (const name in properties) if (isFlagged(document, properties[name] ?? null, flag)) names.push(name);
  return names;
}

/** A property may have the keyword itself, beside a reference, or at the target of the reference. */
export function isFlagged(document: OpenApiDocument, property: Json, flag: string): boolean {
  if (!isObject(property)) return false;
  return property[flag] === true || (property.$ref !== undefined && resolved(document, property)[flag] === true);
}

/** Follows references; an empty object if they lead nowhere, which others report. */
export function resolved(document: OpenApiDocument, schema: Json): JsonObject {
  let here = asObject(schema);
  for (let steps = 0; steps < 20 && typeof here.$ref === "string"; steps += 1)
    here = asObject(valueAt(document, here.$ref));
  return here;
}
