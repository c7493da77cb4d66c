import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "../failures.js";
import { jsonResponse, verifyServer } from "../small-document.js";

const ID = "7d1f0c3e-0000-4000-8000-000000000001";
const text: JsonObject = { type: "string" };
/** `x-identifies: [/id, /email]`, with requests by email. */
const parameter = {
  ...{ name: "contact", in: "path", required: true, schema: text, "x-identifies": ["/id", "/email"] },
  examples: { byEmail: { value: "kim@example.com" } },
};

/** Whether reading by email fails, if the success has these fields and this body. */
async function failures(fields: JsonObject, body: JsonObject): Promise<string[]> {
  const responses = { "200": jsonResponse({ type: "object", properties: fields }, body, {}) };
  // Another operation with the same parameter returns both.
  const both = jsonResponse(
    { type: "object", properties: { id: text, email: text } },
    { id: ID, email: "kim@example.com" },
    {},
  );
  const item = { parameters: [parameter], get: { responses }, delete: { responses: { "200": both } } };
  const { results } = await verifyServer({ "/contacts/{contact}": item }, (_, response) => json(response, 200, body));
  return failuresOf(results.filter(({ suite, method }) => suite === "examples" && method === "get"));
}

test("an operation that returns one of the places is judged by that place only if it has the requested value", async () => {
  expect(await failures({ id: text }, { id: ID })).toEqual([]);
  expect(await failures({ id: text, email: text }, { id: ID, email: "kim@example.com" })).toEqual([]);
});

test("an operation that returns all places has to return the requested value at one of them", async () => {
  expect(await failures({ id: text, email: text }, { id: ID, email: "jo@example.com" })).toEqual([
    expect.stringContaining("is not the resource that `contact` identifies"),
  ]);
});
