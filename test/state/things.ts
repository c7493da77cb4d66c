import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";

const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
const parameter = (name: string, place: string, schema: JsonObject): JsonObject => ({
  ...{ name, in: place, required: place === "path", schema },
});
const query = (name: string, schema: JsonObject) => parameter(name, "query", schema);

const THING: JsonObject = {
  type: "object",
  required: ["id", "name", "createdAt"],
  properties: {
    id: { type: "string", format: "uuid", readOnly: true },
    name: { type: "string" },
    code: { type: "string" },
    color: { type: "string", enum: ["red", "green", "blue"], default: "red" },
    secret: { type: "string", writeOnly: true },
    archived: { type: "boolean", readOnly: true },
    createdAt: { type: "string", format: "date-time", readOnly: true },
    updatedAt: { type: "string", format: "date-time", readOnly: true },
  },
};

/** How the list of things is paged: its parameters, and the fields beside its items. */
export interface ThingsPaging {
  parameters: readonly JsonObject[];
  fields: JsonObject;
  headers?: JsonObject;
}

const LIMIT = query("limit", { type: "integer", minimum: 1, maximum: 100, default: 10 });
const TEXT_OR_NULL: JsonObject = { type: ["string", "null"] };

/** Each kind of paging that a list of things may have. */
export const PAGINGS: Readonly<Record<string, ThingsPaging>> = {
  page: {
    parameters: [query("page", { type: "integer", minimum: 1, default: 1 }), LIMIT],
    fields: { total: { type: "integer" }, totalPages: { type: "integer" } },
  },
  offset: {
    parameters: [query("offset", { type: "integer", minimum: 0, default: 0 }), LIMIT],
    fields: { total: { type: "integer" }, next: TEXT_OR_NULL },
  },
  cursor: { parameters: [query("cursor", { type: "string" }), LIMIT], fields: { nextCursor: TEXT_OR_NULL } },
  item: { parameters: [query("starting_after", { type: "string" }), LIMIT], fields: { has_more: { type: "boolean" } } },
  address: { parameters: [LIMIT], fields: { next: TEXT_OR_NULL } },
};

const USUAL: ThingsPaging = { parameters: [LIMIT], fields: { total: { type: "integer" } } };

/** A document of things with parts below them, and one with settings. Only what is in it can be inferred. */
export function thingsDocument(paging: ThingsPaging = USUAL, examples: JsonObject = {}): OpenApiDocument {
  const thing: JsonObject = { $ref: "#/components/schemas/Thing" };
  const shown: JsonObject = { description: "The thing.", content: json(thing) };
  const problem: JsonObject = { description: "A problem." };
  const body: JsonObject = { required: true, content: json(thing) };
  const id = parameter("id", "path", { type: "string", format: "uuid" });
  const items: JsonObject = { type: "array", items: thing };
  const names = ["items", ...Object.keys(paging.fields)];
  const list: JsonObject = { type: "object", required: names, properties: { items, ...paging.fields } };
  const part: JsonObject = {
    type: "object",
    required: ["id", "thingId"],
    properties: { id: { type: "integer" }, thingId: { type: "string" }, label: { type: "string" } },
  };
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    components: {
      schemas: { Thing: THING, Part: part },
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
    },
    security: [{ key: [] }],
    paths: {
      "/things": {
        get: {
          operationId: "listThings",
          parameters: [...paging.parameters, query("color", { type: "string", enum: ["red", "green", "blue"] })],
          responses: { "200": { description: "The things.", headers: paging.headers ?? {}, content: json(list) } },
        },
        post: {
          operationId: "createThing",
          requestBody: body,
          responses: {
            "201": { ...shown, headers: { Location: { schema: { type: "string" } } } },
            "409": { description: "Another thing has this code." },
          },
        },
      },
      "/things/{id}": {
        parameters: [id],
        get: {
          operationId: "getThing",
          responses: { "200": { ...shown, headers: { ETag: { schema: { type: "string" } } } }, "404": problem },
        },
        put: { operationId: "replaceThing", requestBody: body, responses: { "200": shown, "404": problem } },
        patch: {
          operationId: "updateThing",
          parameters: [{ name: "If-Match", in: "header", schema: { type: "string" } }],
          requestBody: {
            content: {
              "application/merge-patch+json": { schema: { type: "object" } },
              "application/json-patch+json": { schema: { type: "array" } },
            },
          },
          responses: { "200": shown, "404": problem, "412": problem },
        },
        delete: { operationId: "deleteThing", responses: { "204": { description: "Gone." }, "404": problem } },
      },
      "/things/{id}/archive": {
        parameters: [id],
        post: { operationId: "archiveThing", responses: { "200": shown, "404": problem } },
        delete: { operationId: "unarchiveThing", responses: { "200": shown, "404": problem } },
      },
      "/things/{id}/parts": {
        parameters: [id],
        get: {
          operationId: "listParts",
          responses: {
            "200": {
              description: "The parts.",
              content: json({ type: "array", items: { $ref: "#/components/schemas/Part" } }),
            },
            "404": problem,
          },
        },
        post: {
          operationId: "createPart",
          requestBody: { content: json({ type: "object", properties: { label: { type: "string" } } }) },
          responses: {
            "201": { description: "The part.", content: json({ $ref: "#/components/schemas/Part" }) },
            "404": problem,
          },
        },
      },
      "/things/{id}/parts/{partId}": {
        parameters: [id, parameter("partId", "path", { type: "integer" })],
        get: {
          operationId: "getPart",
          responses: {
            "200": { description: "The part.", content: json({ $ref: "#/components/schemas/Part" }) },
            "404": problem,
          },
        },
      },
      "/settings": {
        get: {
          operationId: "getSettings",
          responses: { "200": { description: "The settings.", content: json(SETTINGS) } },
        },
        patch: {
          operationId: "updateSettings",
          requestBody: { content: json(SETTINGS) },
          responses: { "200": { description: "The settings.", content: json(SETTINGS) } },
        },
      },
      "/weather": {
        get: {
          operationId: "getWeather",
          responses: {
            "200": {
              description: "The weather.",
              content: json({ type: "object", properties: { sun: { type: "boolean" } } }),
            },
          },
        },
      },
      ...examples,
    },
  };
}

const SETTINGS: JsonObject = { type: "object", properties: { theme: { type: "string" }, size: { type: "integer" } } };
