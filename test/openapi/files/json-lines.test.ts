import { readFile } from "node:fs/promises";
import * as core from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { JsonLines } from "#openapi/files/json-lines.js";
import { lineIn } from "#openapi/files/line-of.js";

/** The names that lead to each part of a value. */
function placesOf(value: unknown, names: readonly string[] = []): (readonly string[])[] {
  const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [names, ...members.flatMap(([name, member]) => placesOf(member, [...names, name]))];
}

const TRICKY = String.raw`

{ "a": [1, -2.5e3,
  true ,null, [], {},
  { "b\"}": "x\\", "c": "]\"" ,
    "d" : { }
  }], "": { "é": "\\\"" },
  "~/": "last", "\u0065": 1
}
`;

describe("the line of each place of a JSON text is that of Redocly's parser:", () => {
  test.each([
    ["our document", () => readFile("generated/openapi.json", "utf8")],
    ["a text with signs in texts, empty values and little space", async () => TRICKY],
    ["a text of one line", async () => '{"a":{"b":[{"c":1},2]},"d":"e"}'],
    ["a list", async () => '[\n"a",\n{"b":\n1}]'],
  ])("%s", async (_, read) => {
    const text = await read();
    const source = new core.Source("", text);
    const lines = new JsonLines(text);
    const places = placesOf(JSON.parse(text)).filter((names) => names.length > 0);
    expect(places.length).toBeGreaterThan(2);
    for (const names of places) expect(lines.lineOf(names), names.join(" ")).toBe(lineIn(core, source, names));
  });
});

test("a place that does not exist has the line of the innermost part that does", () => {
  const lines = new JsonLines('{\n"a": {\n"b": "text"\n}\n}');
  expect(lines.lineOf(["a", "b", "c"])).toBe(3);
  expect(lines.lineOf(["a", "x", "b"])).toBe(2);
  expect(lines.lineOf(["x"])).toBe(1);
});

test("of two members with one name, the last one counts, as it does in the value", () => {
  expect(new JsonLines('{\n"a": 1,\n"a": {"b": 2}\n}').lineOf(["a", "b"])).toBe(3);
});
