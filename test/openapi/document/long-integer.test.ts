import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { jsonText, parseWithDigits, rounded, withDigitsAsText } from "#openapi/document/long-integer.js";
import { validatorOf } from "#openapi/validator/validator.js";

describe("JSON is read and written with all digits of", () => {
  test.each([
    "9007199254740993",
    "-9007199254740993",
    "9223372036854775807",
    "123456789012345678901234567890",
    '{"id":9007199254740993,"name":"a"}',
    '[9007199254740992,9007199254740993,[{"a":[18446744073709551615]}]]',
    '{"text":"9007199254740993","quoted":"\\\\\\" 9007199254740993","id":9007199254740993}',
    '{"9007199254740993":9007199254740993}',
  ])("%s", (text) => {
    expect(jsonText(parseWithDigits(text))).toBe(text);
  });
});

describe("other numbers stay plain numbers", () => {
  test.each<[string, unknown]>([
    ["9007199254740991", 9007199254740991],
    ["0.1234567890123456789", Number("0.1234567890123456789")],
    ["1.0e20", 1e20],
    ["12345678901234567890.5", Number("12345678901234567890.5")],
    ["12345678901234567890e2", Number("12345678901234567890e2")],
    ['"9007199254740993"', "9007199254740993"],
  ])("%s", (text, value) => {
    expect(parseWithDigits(text)).toBe(value);
  });
});

test.each([
  "00000000000000000001",
  "[12345678901234567890",
  "+12345678901234567890",
  "12345678901234567890 1",
  "1234567890123456-",
])("%s is not JSON", (text) => {
  expect(() => parseWithDigits(text)).toThrow(SyntaxError);
});

test("a value without long integers is the same object when rounded, and one with them a copy", () => {
  const plain = parseWithDigits('{"a":[1,2]}');
  expect(rounded(plain)).toBe(plain);
  expect(rounded(parseWithDigits('{"a":[9007199254740993]}'))).toEqual({ a: [9007199254740992] });
  expect(withDigitsAsText(parseWithDigits('{"a":[9007199254740993]}'))).toEqual({ a: ["9007199254740993"] });
});

describe("a schema", () => {
  const document = {
    openapi: "3.1.0",
    components: {
      schemas: {
        Id: { type: "integer", minimum: 1 },
        Ids: { type: "array", items: { type: "integer" }, uniqueItems: true },
      },
    },
  };
  const errors = (name: string, text: string) =>
    validatorOf(document).errors(`#/components/schemas/${name}`, parseWithDigits(text));
  test.each<[string, string, number]>([
    ["Id", "9007199254740993", 0],
    ["Id", "-9007199254740993", 1],
    ["Ids", "[9007199254740992,9007199254740993]", 0],
    ["Ids", "[9007199254740993,9007199254740993]", 1],
    ["Ids", '["9007199254740993"]', 1],
  ])("%s judges %s as an integer", (name, text, count) => {
    expect(errors(name, text)).toHaveLength(count);
  });
});

test("verify writes values by jsonText, because JSON.stringify throws for a bigint", async () => {
  const folders = [
    "checks",
    "engine",
    "history",
    "model",
    "relations",
    "report",
    "requests",
    "resources",
    "rules",
    "steps",
    "suites",
  ];
  const files = [...folders, "traffic", "transport", "trial"].map(async (folder) => {
    const names = await readdir(join("src/verify", folder), { recursive: true });
    const sources = names.filter((name) => name.endsWith(".ts")).map((name) => join("src/verify", folder, name));
    const texts = await Promise.all(sources.map(async (file) => [file, await readFile(file, "utf8")] as const));
    return texts.flatMap(([file, text]) => (text.includes("JSON.stringify") ? [file] : []));
  });
  expect((await Promise.all(files)).flat()).toEqual([]);
});
