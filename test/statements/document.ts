import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { Contract } from "#verify/model/contract.js";

/** A GET that responds with JSON of a schema. */
export function get(schema: JsonObject, parameters: JsonObject[] = [], more: JsonObject = {}): JsonObject {
  const content = { "application/json": { schema } };
  return { parameters, responses: { "200": { description: "Done.", content, ...more } } };
}

/** An optional query parameter. */
export function query(name: string, type: string, keywords: JsonObject = {}): JsonObject {
  return { name, in: "query", schema: { type, ...keywords } };
}

/** The contract of a document with these paths. */
export function contractOf(paths: JsonObject): Contract {
  return new Contract(documentOf(paths));
}
