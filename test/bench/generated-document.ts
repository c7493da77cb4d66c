import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";

/** How many operations a resource has: list, create, retrieve, replace and delete. */
const OPERATIONS = 5;

/**
 * A document of any size with every feature that takes planning time: each resource has a paged list, its own schema with a
 * shared part, examples, constraints, links, errors and a key. Every call returns the same document.
 *
 * @param operations a multiple of five
 */
export function generatedDocument(operations: number): OpenApiDocument {
  const numbers = Array.from({ length: Math.ceil(operations / OPERATIONS) }, (_, index) => index);
  return {
    openapi: "3.1.0",
    info: { title: `Generated, ${operations} operations`, version: "1.0.0" },
    servers: [{ url: "https://api.example.com" }],
    security: [{ BearerAuth: [] }],
    paths: Object.fromEntries(numbers.flatMap(pathsOf)),
    components: {
      securitySchemes: { BearerAuth: { type: "http", scheme: "bearer" } },
      parameters: {
        Limit: { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100, default: 20 } },
        After: { name: "after", in: "query", schema: { type: "string", format: "uuid" } },
      },
      responses: {
        Rejected: {
          description: "The request is rejected.",
          content: {
            "application/problem+json": {
              schema: { type: "object", required: ["title"], properties: { title: { type: "string" } } },
            },
          },
        },
      },
      schemas: {
        Identified: {
          type: "object",
          required: ["id"],
          properties: { id: { type: "string", format: "uuid" }, created_at: { type: "string", format: "date-time" } },
        },
        ...Object.fromEntries(numbers.flatMap(schemasOf)),
      },
    },
  };
}

function pathsOf(number: number): [string, JsonObject][] {
  const id = `5f0c2a7e-1f52-4c7b-9c58-${number.toString(16).padStart(12, "0")}`;
  const fields = { name: `Number ${number}`, size: 3, kind: "small", tags: ["one", "two"] };
  const thing = { id, created_at: "2026-11-01T00:00:00Z", ...fields };
  const schema = (name: string) => ({ $ref: `#/components/schemas/${name}${number}` });
  const rejected = { "4XX": { $ref: "#/components/responses/Rejected" } };
  const response = (name: string, value: JsonObject) => ({
    description: "Done.",
    content: { "application/json": { schema: schema(name), examples: { first: { value } } } },
  });
  const body = {
    required: true,
    content: { "application/json": { schema: schema("New"), examples: { first: { value: fields } } } },
  };
  const links = { created: { operationId: `retrieve${number}`, parameters: { id: "$response.body#/id" } } };
  const parameter = {
    name: "id",
    in: "path",
    required: true,
    schema: { type: "string" },
    examples: { first: { value: id } },
    "x-identifies": ["/id"],
  };
  return [
    [
      `/things-${number}`,
      {
        get: {
          operationId: `list${number}`,
          parameters: [{ $ref: "#/components/parameters/Limit" }, { $ref: "#/components/parameters/After" }],
          "x-pagination": {
            items: "/data",
            hasMore: "/has_more",
            pageSize: "limit",
            forward: { parameter: "after", item: "/id" },
          },
          responses: { 200: response("ListOf", { has_more: false, data: [thing] }), ...rejected },
        },
        post: {
          operationId: `create${number}`,
          requestBody: body,
          responses: { 201: { ...response("Thing", thing), links }, ...rejected },
        },
      },
    ],
    [
      `/things-${number}/{id}`,
      {
        parameters: [parameter],
        get: { operationId: `retrieve${number}`, responses: { 200: response("Thing", thing), ...rejected } },
        put: {
          operationId: `replace${number}`,
          requestBody: body,
          responses: { 200: response("Thing", thing), ...rejected },
        },
        delete: {
          operationId: `delete${number}`,
          responses: { 204: { description: "It no longer exists." }, ...rejected },
        },
      },
    ],
  ];
}

function schemasOf(number: number): [string, JsonObject][] {
  return [
    [
      `New${number}`,
      {
        type: "object",
        required: ["name"],
        additionalProperties: false,
        properties: {
          name: { type: "string", minLength: 1, maxLength: 80 },
          size: { type: "integer", minimum: 0, maximum: 10 },
          kind: { type: "string", enum: ["small", "large"] },
          tags: { type: "array", maxItems: 5, items: { type: "string" } },
        },
      },
    ],
    [
      `Thing${number}`,
      {
        allOf: [{ $ref: "#/components/schemas/Identified" }],
        type: "object",
        properties: {
          name: { type: "string" },
          size: { type: ["integer", "null"] },
          kind: { type: "string", enum: ["small", "large"] },
          tags: { type: "array", items: { type: "string" } },
        },
      },
    ],
    [
      `ListOf${number}`,
      {
        type: "object",
        required: ["data", "has_more"],
        properties: {
          has_more: { type: "boolean" },
          data: { type: "array", items: { $ref: `#/components/schemas/Thing${number}` } },
        },
      },
    ],
  ];
}
