import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { fields, kind, named, shows } from "../mock/placed-shapes.js";
import { failuresOf } from "../verify/failures.js";
import { documentOf } from "../verify/small-document.js";
import { judgeDocument } from "./judge.js";

// Forms of public documents in which the mock and verify read a document differently once.

const texts = (count: number): JsonObject => fields(...Array.from({ length: count }, (_, index) => `word${index}`));

const APP: JsonObject = fields("id", "name");
const BODY: JsonObject = { required: true, content: { "application/json": { schema: fields("name", "id") } } };
const LINK = '^(<[^>]*>; rel="(first|current|last)",?)+$';

const ROWS: Readonly<Record<string, JsonObject>> = {
  "a body with more texts than each request renews": kind(
    "/routes",
    "/routes/{id}",
    {
      type: "object",
      required: ["id", "host", "data"],
      properties: {
        id: { type: "string", readOnly: true },
        host: { type: "string" },
        data: { type: "object", properties: { cookies: { type: "array", minItems: 2, items: texts(60) } } },
      },
    },
    named("id"),
  ),
  "a collection below a resource that no path shows": {
    "/accounts/{account}/apps": {
      parameters: named("account"),
      get: { responses: { "200": shows({ type: "array", items: APP }) } },
      post: {
        requestBody: { content: { "application/json": { schema: fields() } } },
        responses: { "201": shows(APP), "404": { description: "" } },
      },
    },
    "/apps/{id}": { ...Object(kind("/x", "/y", APP, [])["/y"]), parameters: named("id") },
  },
  "an action at the path of a token": {
    "/messages/send/{token}": {
      parameters: named("token"),
      get: { summary: "Send by a token", responses: { "200": shows({ type: "string" }), "404": { description: "" } } },
      post: { summary: "Send by a token", responses: { "201": shows({ type: "string" }), "404": { description: "" } } },
    },
  },
  "operations without a success": {
    "/pet": { post: { requestBody: BODY, responses: { "405": { description: "Invalid" } } } },
    "/pet/{petId}": {
      parameters: named("petId"),
      get: { responses: { "200": shows(fields("id", "name")), "404": { description: "" } } },
      put: { requestBody: BODY, responses: { "404": { description: "" } } },
      delete: { responses: { "404": { description: "" } } },
    },
    "/health": { get: { responses: { "500": { description: "" } } } },
  },
  "a header Link that admits no next page": {
    "/channels": {
      get: {
        parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }],
        responses: {
          "200": {
            ...shows({ type: "array", items: fields("id", "name") }),
            headers: { Link: { required: true, schema: { type: "string", pattern: LINK } } },
          },
        },
      },
    },
  },
};

test.each(Object.entries(ROWS))("verify finds no failure in the stateful mock of %s", async (_, paths) => {
  const { cases } = await judgeDocument(documentOf(paths), { explore: 20 });
  expect(failuresOf(cases)).toEqual([]);
  expect(cases.length).toBeGreaterThan(0);
});
