import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { isMadeOf } from "#verify/model/finding/conversions.js";
import { runThings, THING } from "./thing-server.js";

/** A thing as Ajv makes it of a body with `coerceTypes: "array"`, `removeAdditional` and `useDefaults`. */
function coerced({ name, size, tags, note, kind }: JsonObject): JsonObject | undefined {
  if (name === undefined) return undefined;
  const one = (value: Json | undefined) => (Array.isArray(value) && value.length === 1 ? value[0] : value) ?? "";
  const texts = [tags ?? []].flat().map((tag) => String(tag ?? ""));
  const whole = Number(one(size ?? 0));
  const known = ["small", "large"].find((member) => member === one(kind)) ?? "small";
  if (!Number.isInteger(whole)) return undefined;
  return { name: String(one(name)), size: whole, tags: texts, note: String(one(note)), kind: known };
}

const INVALID = { only: ["invalid-requests"] };

test.each([
  ["in the response", true],
  ["when the resource is read", false],
])("a server that makes valid values of invalid ones has warnings of conversions: %s", async (_, shows) => {
  const { failures, warnings } = await runThings({ ...INVALID, store: coerced, shows });
  expect(failures).toEqual([]);
  expect(warnings).toEqual([
    "converted (lenient): 201: the server dropped the undeclared field undeclared",
    'converted (lenient): 201: the server converted name from null to ""',
    'converted (lenient): 201: the server converted name from ["a thing"] to "a thing"',
    'converted (lenient): 201: the server converted name from 1.5 to "1.5"',
    "converted (lenient): 201: the server converted size from null to 0",
    "converted (lenient): 201: the server converted size from [3] to 3",
    "converted (lenient): 201: the server converted tags from null to []",
    'converted (lenient): 201: the server converted tags from "text" to ["text"]',
    'converted (lenient): 201: the server converted tags.0 from null to ""',
    'converted (lenient): 201: the server converted tags.0 from ["red"] to "red"',
    'converted (lenient): 201: the server converted tags.0 from 1.5 to "1.5"',
    'converted (lenient): 201: the server converted note from null to ""',
    'converted (lenient): 201: the server converted note from ["new"] to "new"',
    'converted (lenient): 201: the server converted note from 1.5 to "1.5"',
    'converted (lenient): 201: the server converted kind from null to "small"',
    'converted (lenient): 201: the server converted kind from ["small"] to "small"',
    'converted (lenient): 201: the server converted kind from 1.5 to "small"',
    'converted (lenient): 201: the server converted kind from "no-small" to "small"',
  ]);
});

test.each([
  ["in the response", true],
  ["when the resource is read", false],
])("a server that stores invalid values fails: %s", async (_, shows) => {
  const { failures, warnings } = await runThings({
    ...INVALID,
    store: (sent) => (sent.name === undefined ? undefined : sent),
    shows,
  });
  expect(failures).toContain("rejects a body size that is null: status 201, but the request must get a 4xx");
  expect(failures).toContain("rejects a body with an undeclared field: status 201, but the request must get a 4xx");
  expect(failures).toContain("rejects a body kind outside the enum: status 201, but the request must get a 4xx");
  expect(warnings).toEqual([]);
});

test("a conversion is a failure where a requirement states the keyword", async () => {
  const place = "#/paths/~1things/post/requestBody/content/application~1json/schema/properties/size/type";
  const requirement = { operations: ["createThing"], requirement: "The size is a number.", stated: [place] };
  const extensions = { "x-requirements": { R1: requirement } };
  const { failures, warnings } = await runThings({ ...INVALID, store: coerced, extensions });
  expect(failures).toEqual([
    "rejects a body size that is null: status 201, but the request must get a 4xx",
    "rejects a body size in a list: status 201, but the request must get a 4xx",
  ]);
  expect(warnings.length).toBeGreaterThan(0);
});

test("a required field that gets its default was converted", async () => {
  const { failures, warnings } = await runThings({
    ...INVALID,
    store: coerced,
    schema: { ...THING, required: ["name", "kind"] },
  });
  expect(failures).toEqual([]);
  expect(warnings).toContain('converted (lenient): 201: the server converted kind from nothing to "small"');
});

test("a value that is replaced by an unrelated one was not converted", async () => {
  const { failures } = await runThings({
    ...INVALID,
    store: (sent) => {
      const thing = coerced(sent);
      return thing && { ...thing, kind: sent.kind === "small" ? "small" : "large" };
    },
  });
  expect(failures).toEqual([
    "rejects a body kind that is null: status 201, but the request must get a 4xx",
    "rejects a body kind in a list: status 201, but the request must get a 4xx",
    "rejects a body kind of the type number: status 201, but the request must get a 4xx",
    "rejects a body kind outside the enum: status 201, but the request must get a 4xx",
  ]);
});

test.each<[sent: Json, shown: Json, isMade: boolean]>([
  ["5", 5, true],
  ["5 apples", 5, true],
  ["text", 0, true],
  [1.5, 1, true],
  [1.5, 2, true],
  [1.5, "1.5", true],
  [1, 2, false],
  [true, "true", true],
  [true, 1, true],
  ["text", true, true],
  [null, "", true],
  [null, false, true],
  [null, {}, true],
  [null, "unknown", false],
  [["a"], "a", true],
  [["a", "b"], "a", false],
  ["a", ["a"], true],
  ["a", ["b"], false],
  [["a", "a"], ["a"], true],
  [["a", "b"], ["a"], false],
  ["a text that is too long", "a text", false],
])("isMadeOf: of %j, a server makes %j: %s", (sent, shown, isMade) => {
  expect(isMadeOf(sent, shown)).toBe(isMade);
});
