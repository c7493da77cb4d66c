import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { failuresOf } from "#test/verify/failures.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";
import { textInDescribedForm } from "#verify/requests/described-form.js";
import { json } from "../../server.js";

test.each<[description: string, want: string | undefined]>([
  ["Name of the zone (e.g. “example.com.”). It ends with a dot.", "k3x9.com."],
  ["The address, for example: `https://example.com/a`.", "https://k3x9.com/a"],
  ['A reference such as "INVOICE-2024/7".', "k3x9-2024/7"],
  ["A name, eg 'library/core'", "k3x9/core"],
  ['Example: "projects/my-project"', "k3x9/my-project"],
  ["A code such as “DE” or “US”", undefined],
  ["The name of the zone", undefined],
  ["Use example.com.", undefined],
])("a text in the form that %j describes is %j", (description, want) => {
  expect(textInDescribedForm(description, "k3x9")).toBe(want);
});

const ZONE: JsonObject = {
  type: "object",
  properties: {
    id: { type: "string", readOnly: true },
    name: { type: "string", description: "The name of the zone (e.g. “example.com.”)." },
  },
};
const content = { "application/json": { schema: ZONE } };
const PATHS: JsonObject = {
  "/zones": {
    post: {
      operationId: "createZone",
      requestBody: { required: true, content },
      responses: { "201": { description: "Done.", content }, "422": { description: "Wrong." } },
    },
  },
};

/** A server that demands a field, and then its form. Its document says neither but in words. */
const demanding: Respond = ({ body }, response) => {
  const refuse = (error: string) => json(response, 422, { error });
  const sent: unknown = ((text) => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  })(body);
  const { name }: { name?: unknown } = Object(sent);
  if (typeof name !== "string") return refuse("Key 'name' not present or not a String");
  if (!/^[\w.-]+\.$/.test(name)) return refuse(`DNS Name '${name}' is not canonical`);
  json(response, 201, { id: name, name });
};

test("a field that a server demands, and then refuses, gets a value in the form that its description has", async () => {
  const statuses: number[] = [];
  const target = { hasExampleData: false, writes: "creations" } as const;
  const { results } = await verifyServer(PATHS, demanding, target, {
    only: ["examples"],
    onExchange: ({ status }) => void statuses.push(status),
  });
  expect(failuresOf(results)).toEqual([]);
  expect(statuses).toContain(201);
});
