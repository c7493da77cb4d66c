import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import { plannedCase } from "#test/verify/engine/planned-case.js";
import { documentOf, jsonResponse, REJECTED } from "#test/verify/small-document.js";
import { testTarget } from "#test/verify/target.js";
import { createRunContext } from "#verify/engine/run/run-context.js";
import { RunningCase } from "#verify/engine/run/running-case.js";
import { Contract } from "#verify/model/contract.js";
import type { ValueFormat } from "#verify/model/finding/value-format.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { acceptsAnyText, formatsOf, unknownParameters } from "#verify/resources/permission/unknown-values.js";

/** The operation `get` or `delete` of `/things/{id}`, with parameters. */
function prepare(parameters: JsonObject[], method = "get"): { operation: Operation; context: RunningCase } {
  const responses = { "200": jsonResponse({ type: "object" }, {}), "404": REJECTED };
  const contract = new Contract(documentOf({ "/things/{id}": { [method]: { parameters, responses } } }));
  const [operation] = contract.operations;
  if (!operation) throw new Error("There is no operation.");
  return {
    operation,
    context: new RunningCase(createRunContext(contract, testTarget("http://127.0.0.1:9")), plannedCase({})),
  };
}

const idParameter = (more: JsonObject): JsonObject => {
  return { name: "id", in: "path", required: true, schema: { type: "string" }, ...more };
};

function onlyParameter(settings: JsonObject) {
  const [parameter] = prepare([idParameter(settings)]).operation.parameters;
  if (!parameter) throw new Error("There is no parameter.");
  return parameter;
}

const UUID = "2f6d0c4b-9a1e-4d73-b8e5-61c07f3a92d4";

test.each<[examples: Json[], formats: ValueFormat[]]>([
  [[], ["text"]],
  [["thing-7"], ["text"]],
  [[UUID], ["UUID"]],
  [
    [UUID, "kim@example.com", "jo@example.com"],
    ["UUID", "address"],
  ],
  [
    [7, "7"],
    ["number", "text"],
  ],
])("a parameter with the examples %j has the formats %j", (values, formats) => {
  const examples = Object.fromEntries(values.map((value, index) => [`example${index}`, { value }]));
  expect(formatsOf(documentOf({}), onlyParameter({ examples }))).toEqual(formats);
});

test.each<[schema: JsonObject, format: ValueFormat]>([
  [{ type: "string", format: "uuid" }, "UUID"],
  [{ type: "string", format: "email" }, "address"],
  [{ type: "integer" }, "number"],
  [{ type: ["number", "null"] }, "number"],
  [{ type: "string", pattern: "^a" }, "text"],
  [{}, "text"],
])("a parameter without examples and with the schema %j has the format %s", (schema, format) => {
  expect(formatsOf(documentOf({}), onlyParameter({ schema }))).toEqual([format]);
});

test.each<[schema: JsonObject, accepts: boolean]>([
  [{ type: "string" }, true],
  [{ type: "string", minLength: 1 }, true],
  [{ type: "integer" }, false],
  [{ type: "string", pattern: "^a" }, false],
  [{ type: "string", enum: ["a"] }, false],
  [{ type: "string", format: "uuid" }, false],
  [{ type: "string", const: "a" }, false],
  [{ type: "string", maxLength: 9 }, false],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, true],
  [{ anyOf: [{ type: "string", maxLength: 9 }, { type: "null" }] }, false],
  [{ allOf: [{ type: "string" }, { pattern: "^a" }] }, false],
  [
    {
      anyOf: [
        { type: "string", format: "uuid" },
        { type: "string", pattern: "^a" },
      ],
    },
    false,
  ],
  [{}, false],
])("whether the schema %j accepts any text: %j", (schema, accepts) => {
  expect(acceptsAnyText(documentOf({}), onlyParameter({ schema }))).toBe(accepts);
});

describe("an unknown path value", () => {
  test.each<{ example: Json; schema: JsonObject; want: RegExp }>([
    { example: "thing-7", schema: { type: "string" }, want: /^[a-z]{5}-[1-9]{4}$/ },
    { example: "Kim", schema: { type: "string" }, want: /^[A-Z][a-z]{8}$/ },
    { example: "1", schema: { type: "string" }, want: /^[1-9]{9}$/ },
    { example: "AB-12", schema: { type: "string", pattern: "^[A-Z]{2}-\\d{2}$" }, want: /^[A-Z]{2}-[1-9]{2}$/ },
    { example: 7, schema: { type: "integer" }, want: /^1\d{9}$/ },
    { example: "kim@example.com", schema: { type: "string" }, want: /^nobody-[a-z0-9]{10}@example\.com$/ },
  ])("like $example is $want", async ({ example, schema, want }) => {
    const { operation, context } = prepare([idParameter({ schema, example })]);
    const [value] = await unknownParameters(context, operation);
    expect(String(value?.value)).toMatch(want);
    expect(value?.source).toEqual({ kind: "generated" });
  });

  test("like a UUID is another UUID", async () => {
    const { operation, context } = prepare([idParameter({ example: UUID })]);
    const [first] = await unknownParameters(context, operation);
    const [second] = await unknownParameters(context, operation);
    expect(isUuid(String(first?.value))).toBe(true);
    expect(new Set([UUID, first?.value, second?.value]).size).toBe(3);
  });

  test.each<{ schema: JsonObject; want: RegExp }>([
    { schema: { type: "string", format: "uuid" }, want: /^[0-9a-f]{8}-[0-9a-f-]{27}$/ },
    { schema: { type: "integer" }, want: /^1\d{9}$/ },
    { schema: { type: "integer", minimum: 1, maximum: 99_999 }, want: /^[5-9]\d{4}$/ },
    { schema: { type: "string", pattern: "^pst_[0-9]{12}$" }, want: /^pst_[0-9]{12}$/ },
    { schema: { type: "string", minLength: 30, maxLength: 30 }, want: /^.{30}$/ },
    { schema: { type: "string", format: "date" }, want: /^\d{4}-\d\d-\d\d$/ },
  ])("without an example fits the schema $schema", async ({ schema, want }) => {
    const { operation, context } = prepare([idParameter({ schema })]);
    for (let count = 0; count < 5; count += 1) {
      const [unknown] = await unknownParameters(context, operation);
      expect(String(unknown?.value)).toMatch(want);
    }
  });

  test("has the format that is asked for", async () => {
    const { operation, context } = prepare([idParameter({ example: UUID })]);
    const [unknown] = await unknownParameters(context, operation, { format: "address" });
    expect(unknown?.value).toMatch(/^nobody-/);
  });

  test("of an enum is the example, because it identifies no resource", async () => {
    const { operation, context } = prepare([idParameter({ schema: { enum: ["a", "b"] }, example: "b" })]);
    expect(await unknownParameters(context, operation)).toMatchObject([{ value: "b", source: { kind: "example" } }]);
  });

  test("of an enum never counts as one that identifies nothing, without an example either", async () => {
    const members = ["production-of-everything", "staging-of-everything"];
    const { operation, context } = prepare([idParameter({ schema: { enum: members } })], "delete");
    expect(await unknownParameters(context, operation)).toMatchObject([{ source: { kind: "generated" } }]);
    expect(await unknownParameters(context, operation)).not.toMatchObject([{ source: { identifies: "nothing" } }]);
  });

  test.each([
    ["get", undefined, true],
    ["delete", undefined, false],
    ["get", "DELETE", false],
    ["delete", "GET", true],
  ])("that is short is sent with %s, or %s in its place: %j", async (method, sentMethod, isSent) => {
    const short = idParameter({ schema: { type: "string", maxLength: 4 }, example: "a-1" });
    const { operation, context } = prepare([short], method);
    const generate = () =>
      unknownParameters(context, operation, sentMethod === undefined ? {} : { method: sentMethod });
    if (isSent) expect(await generate()).toHaveLength(1);
    else
      await expect(generate()).rejects.toThrow(
        new Skipped("a generated id is so short that it may identify a resource"),
      );
  });
});

test("other required parameters have the values of the example, and optional ones are omitted", async () => {
  const query = (name: string, required: boolean): JsonObject => {
    return { name, in: "query", required, schema: { type: "string" }, example: name };
  };
  const { operation, context } = prepare([idParameter({ example: "t" }), query("unit", true), query("since", false)]);
  expect((await unknownParameters(context, operation)).map(({ parameter, value }) => [parameter.name, value])).toEqual([
    ["id", expect.any(String)],
    ["unit", "unit"],
  ]);
});
