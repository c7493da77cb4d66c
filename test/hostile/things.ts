import type { JsonObject } from "#openapi/document/document.js";
import { documentOf, jsonResponse, pathParameter, REJECTED } from "../verify/small-document.js";

export const THING: JsonObject = {
  type: "object",
  required: ["id", "name", "size"],
  properties: {
    id: { type: "string", minLength: 1 },
    name: { type: "string", pattern: "^[a-z]+$" },
    size: { oneOf: [{ type: "integer" }, { type: "null" }] },
  },
};
export const EXAMPLE = { id: "a1", name: "a", size: 1 };
const LIST = { type: "object", required: ["data"], properties: { data: { type: "array", items: THING } } };

/** A document with a list, a way to add and a way to retrieve, and an operation of which nothing else depends. */
export const THINGS = documentOf({
  "/things": {
    get: { operationId: "listThings", responses: { "200": jsonResponse(LIST, { data: [EXAMPLE] }) } },
    post: {
      operationId: "addThing",
      requestBody: { content: { "application/json": { schema: THING, example: EXAMPLE } } },
      responses: { "201": jsonResponse(THING, EXAMPLE), "4XX": REJECTED },
    },
  },
  "/things/{id}": {
    get: {
      operationId: "getThing",
      parameters: [pathParameter("id", { type: "string" }, "a1")],
      responses: { "200": jsonResponse(THING, EXAMPLE), "404": REJECTED },
    },
  },
  "/health": { get: { operationId: "getHealth", responses: { "200": jsonResponse({ type: "object" }, {}) } } },
});
