import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { asObject } from "#openapi/document/document.js";
import { openPointsOf, requirementsOf } from "#openapi/document/requirements.js";
import { loadDocument } from "#openapi/load/load.js";
import { operationsOf } from "#openapi/operations/operations.js";

/** The names that only our API has: its operations, requirements, open points and schemas. */
let names: string[];
beforeAll(async () => {
  const document = await loadDocument("openapi/openapi.yaml");
  const listed = [...operationsOf(document), ...requirementsOf(document), ...openPointsOf(document)];
  names = [...listed.map(({ id }) => id), ...Object.keys(asObject(asObject(document.components).schemas))];
});

/** The names of our API in a text. */
const namesIn = (text: string) => text.match(new RegExp(`\\b(${names.join("|")}|TEAM_API_KEY)\\b`, "g")) ?? [];

test("an operation, a requirement, an open point and a schema of our API are found in a text", () => {
  const [operation = ""] = names;
  expect(namesIn(`The rows of ${operation} (A3), open by U9: a Suppression, not L40.`)).toEqual([
    ...[operation, "A3", "U9", "Suppression"],
  ]);
});

test("only src/team-api/ names something of our API", async () => {
  const files = (await readdir("src", { recursive: true })).filter(
    (file) => /\.(ts|json)$/.test(file) && !file.startsWith("team-api/"),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = await Promise.all(
    files.map(async (file) => namesIn(await readFile(join("src", file), "utf8")).map((name) => `${file}: ${name}`)),
  );
  expect(found.flat()).toEqual([]);
});
