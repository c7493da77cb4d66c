import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { Contract } from "#verify/model/contract.js";
import { findingsOf } from "#verify/model/test-case/outcome.js";
import { Traffic } from "#verify/traffic/traffic.js";

const THING: JsonObject = {
  type: "object",
  required: ["count"],
  properties: {
    count: { type: "integer", maximum: 100 },
    on: { type: "boolean", default: false },
    names: { type: "array", items: { type: "string" } },
    id: { type: "integer" },
  },
};
const content: JsonObject = { "application/json": { schema: THING } };
const contract = new Contract(
  documentOf({
    "/things": {
      post: {
        operationId: "createThing",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { ...THING, additionalProperties: false } } },
        },
        responses: { "201": { description: "Done.", content }, "400": { description: "Rejected." } },
      },
    },
  }),
);

/** The rules that a recorded creation breaks: as failures, and as warnings. */
async function found(sent: Json, shown: Json, status = 201) {
  const traffic = new Traffic({ contract, name: "traffic", baseUrl: "http://api.test", keyVariable: "KEY" });
  const headers = new Headers({ "content-type": "application/json" });
  await traffic.check({
    request: { method: "POST", url: new URL("http://api.test/things"), headers, body: JSON.stringify(sent) },
    response: { status, headers, body: JSON.stringify(shown) },
    duration: 1,
  });
  const { cases } = traffic.report();
  const failures = cases.flatMap(({ outcome }) => findingsOf(outcome)).map(({ rule }) => rule);
  const warnings = cases.flatMap((each) => each.warnings).map(({ rule }) => rule);
  return { failures, warnings };
}

const CLIENT = "recorded-request-invalid";
const CONVERTED = "invalid-value-converted";

test.each<[what: string, sent: JsonObject, shown: JsonObject, warning?: string]>([
  ["a number that was sent as a text", { count: "5" }, { id: 1, count: 5 }, CONVERTED],
  ["a number that is cut to its maximum", { count: 500 }, { id: 1, count: 100 }],
  ["a boolean that became its default", { count: 5, on: "perhaps" }, { id: 1, count: 5, on: false }, CONVERTED],
  ["a value that became a list", { count: 5, names: "a" }, { id: 1, count: 5, names: ["a"] }, CONVERTED],
  ["an undeclared field that is dropped", { count: 5, more: true }, { id: 1, count: 5 }, "undeclared-field-dropped"],
])(
  "recorded traffic fails no server that converts invalid values, as a run does not: %s",
  async (_, sent, shown, warning) => {
    const { failures, warnings } = await found(sent, shown);
    expect(failures).toEqual([]);
    expect(warnings).toEqual([CLIENT, ...(warning === undefined ? [] : [warning])]);
  },
);

test.each<[what: string, sent: JsonObject, shown: JsonObject]>([
  ["a text that is stored as a number", { count: "many" }, { id: 1, count: "many" }],
  ["a number above its maximum", { count: 500 }, { id: 1, count: 500 }],
  ["a missing field", {}, { id: 1 }],
])("recorded traffic fails a server that stores an invalid value: %s", async (_, sent, shown) => {
  const { failures } = await found(sent, shown);
  expect(failures).toContain("invalid-request-accepted");
});
