import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { asObject } from "#openapi/document/document.js";
import { openPointsOf, requirementsOf } from "#openapi/document/requirements.js";
import { loadDocument } from "#openapi/load/load.js";
import { operationsOf } from "#openapi/operations/operations.js";

/** The files that know no API, with their texts. */
let sources: [file: string, text: string][];

/** The names that only our API has: its operations, requirements, open points and schemas. */
let names: string[];
beforeAll(async () => {
  const files = (await readdir("src", { recursive: true })).filter(
    (file) => /\.(ts|json)$/.test(file) && !file.startsWith("team-api/"),
  );
  sources = await Promise.all(
    files.map(async (file): Promise<[string, string]> => [file, await readFile(join("src", file), "utf8")]),
  );
  const document = await loadDocument("openapi/openapi.yaml");
  const listed = [...operationsOf(document), ...requirementsOf(document), ...openPointsOf(document)];
  const schemas = Object.keys(asObject(asObject(document.components).schemas));
  const texts = sources.map(([, text]) => text);
  names = [...listed.map(({ id }) => id), ...schemas.filter((name) => !isUsualWord(name, texts))];
});

/** Whether a name is one word that these texts use anyway, in lower case. Any API may have a `Problem`, or a `User`. */
const isUsualWord = (name: string, texts: readonly string[]) =>
  /^[A-Z]?[a-z]+$/.test(name) && texts.some((text) => new RegExp(`\\b${name.toLowerCase()}s?\\b`).test(text));

test.each([
  ["Problem", "a problem of the request", true],
  ["User", "the users of a team", true],
  ["Suppression", "a Suppression", false],
  ["ContactImport", "a contactimport", false],
])("%s is a usual word beside %j: %s", (name, text, want) => {
  expect(isUsualWord(name, [text])).toBe(want);
});

/** The names of our API in a text. */
const namesIn = (text: string) => text.match(new RegExp(`\\b(${names.join("|")}|TEAM_API_KEY)\\b`, "g")) ?? [];

test("an operation, a requirement, an open point and a schema of our API are found in a text", () => {
  const [operation = ""] = names;
  expect(namesIn(`The rows of ${operation} (A3), open by U9: a ContactImport, not L40.`)).toEqual([
    ...[operation, "A3", "U9", "ContactImport"],
  ]);
});

test("only src/team-api/ names something of our API", () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(names).toContain("ContactImport");
  expect(sources.flatMap(([file, text]) => namesIn(text).map((name) => `${file}: ${name}`))).toEqual([]);
});
