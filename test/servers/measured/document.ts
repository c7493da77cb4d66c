import type { JsonObject } from "#openapi/document/document.js";

/** An operation of a document, in few words. */
export interface DeclaredOperation {
  id: string;
  /** The schemas of the query parameters, by name. */
  query?: JsonObject;
  /** The schema of the required body. */
  body?: JsonObject;
  /** The status and the schema of the success; a status alone has no content. */
  success: readonly [status: number, schema?: JsonObject];
  /** The documented rejections. */
  rejects?: readonly number[];
}

/** An Operation Object without an example. */
export function declared(
  path: string,
  { id, query = {}, body, success: [status, schema], rejects = [] }: DeclaredOperation,
): JsonObject {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => parameterOf(name, "path", { type: "string" }));
  const inQuery = Object.entries(query).map(([name, of]) => parameterOf(name, "query", of as JsonObject));
  return {
    operationId: id,
    parameters: [...inPath, ...inQuery],
    ...(body && { requestBody: { required: true, content: jsonContent(body) } }),
    responses: {
      [status]: { description: "Done.", ...(schema && { content: jsonContent(schema) }) },
      ...Object.fromEntries([...rejects, ...(body ? [415] : [])].map((rejected) => [rejected, REJECTED])),
    },
  };
}

const REJECTED: JsonObject = {
  description: "The request is rejected.",
  content: { "application/json": { schema: { type: ["object", "array"] } } },
};

function parameterOf(name: string, place: "path" | "query", schema: JsonObject): JsonObject {
  return { name, in: place, required: place === "path", schema };
}

function jsonContent(schema: JsonObject): JsonObject {
  return { "application/json": { schema } };
}

export const TEXT: JsonObject = { type: "string" };
export const INTEGER: JsonObject = { type: "integer" };
export const MOMENT: JsonObject = { type: "string", format: "date-time" };

export function listOf(items: JsonObject): JsonObject {
  return { type: "array", items };
}

/** An object of these properties, of which some are required. */
export function objectOf(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: "object", properties, ...(required.length > 0 && { required: [...required] }) };
}
