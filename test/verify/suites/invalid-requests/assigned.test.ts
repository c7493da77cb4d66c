import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { runThings } from "./thing-server.js";

const SCHEMA: JsonObject = {
  type: "object",
  required: ["name", "eventId"],
  properties: {
    id: { type: "string", readOnly: true },
    name: { type: "string" },
    eventId: { type: "string", format: "uuid" },
  },
};
const EXAMPLE: JsonObject = { name: "a thing", eventId: "2a8b0f6e-6a3f-4c7e-8f5d-0a4c5e9d7b11" };

/** Gives each thing an event of its own, whatever was sent. */
function assigning({ name }: JsonObject): JsonObject | undefined {
  return typeof name === "string" ? { name, eventId: crypto.randomUUID() } : undefined;
}

const ASSIGNED = "assigned (lenient): the server assigns `eventId`: mark it readOnly";

test.each([
  ["the suite of invalid requests alone", ["invalid-requests"]],
  ["the examples alone", ["examples"]],
  ["all suites", []],
])("a field that the server assigns is reported once, as a warning, and in no other way: %s", async (_, only) => {
  const { failures, warnings } = await runThings({ store: assigning, schema: SCHEMA, example: EXAMPLE, only });
  expect(failures).toEqual([]);
  expect(warnings).toEqual([ASSIGNED]);
});

test("a field is assigned if only a read of the resource shows it", async () => {
  const { failures, warnings } = await runThings({
    store: assigning,
    schema: SCHEMA,
    example: EXAMPLE,
    shows: false,
    only: ["invalid-requests"],
  });
  expect(failures).toEqual([]);
  expect(warnings).toEqual([ASSIGNED]);
});

test("a server that replaces only invalid values does not assign the field, and fails", async () => {
  const { failures, warnings } = await runThings({
    store: (sent) => ({ ...assigning(sent), ...(/^[\da-f-]{36}$/.test(String(sent.eventId)) ? sent : {}) }),
    schema: SCHEMA,
    example: EXAMPLE,
    only: ["invalid-requests"],
  });
  expect(failures).toContain("rejects a body without eventId: status 201, but the request must get a 4xx");
  expect(warnings).not.toContain(ASSIGNED);
});

test("a server that replaces valid values, and rejects invalid ones, does not assign the field, and fails", async () => {
  const { failures, warnings } = await runThings({
    store: (sent) => (/^[\da-f-]{36}$/.test(String(sent.eventId)) ? assigning(sent) : undefined),
    schema: SCHEMA,
    example: EXAMPLE,
    only: ["examples"],
  });
  expect(failures).toEqual(["example: echo the body at /eventId differs from the request"]);
  expect(warnings).not.toContain(ASSIGNED);
});

test("the suggested overlay marks an assigned field as readOnly, and a document that says so leads to no warning", async () => {
  const { actions } = await runThings({ store: assigning, schema: SCHEMA, example: EXAMPLE });
  expect(actions.filter(({ update }) => Object(update).readOnly)).toEqual([
    {
      target: "$.paths['/things'].post.requestBody.content['application/json'].schema.properties.eventId",
      description: "The server assigns eventId, whatever is sent.",
      update: { readOnly: true },
    },
  ]);
  const readOnly = { type: "string", readOnly: true };
  const schema = { ...SCHEMA, properties: { id: readOnly, name: { type: "string" }, eventId: readOnly } };
  const documented = await runThings({ store: assigning, schema, example: { name: "a thing" } });
  expect([documented.failures, documented.warnings]).toEqual([[], []]);
});
