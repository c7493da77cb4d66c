import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { asObject, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { compare } from "#scripts/diff/compare.js";
import { FORMATS } from "#scripts/diff/print/formats.js";
import { sample } from "../sample.js";
import { referenceContract } from "../team-api/reference-contract.js";

const contract = await referenceContract();
const OPERATION = { responses: { 200: { description: "Done." } } };
const LIST = ["paths", "/suppressions", "get"];
const EXAMPLES = [...LIST, "responses", "2XX", "content", "application/json", "examples"];

/** A copy with another value at a place; undefined removes it. */
function withPart(path: readonly (string | number)[], value: Json | undefined): OpenApiDocument {
  const copy = structuredClone(contract);
  const parent = path.slice(0, -1).reduce<Json>((node, name) => {
    const next = Array.isArray(node) ? node[Number(name)] : asObject(node)[name];
    if (next === undefined) throw new Error(`${path.join(" ")} does not exist.`);
    return next;
  }, copy);
  const name = path.at(-1) ?? "";
  if (Array.isArray(parent)) parent.push(value ?? null);
  else if (isObject(parent) && value === undefined) delete parent[name];
  else if (isObject(parent)) parent[name] = value ?? null;
  return copy;
}

const beta = { ...OPERATION, operationId: "deleteSuppression", "x-stability-level": "beta" };
const team = { type: "object", properties: { id: { type: "string" } } };

const ROWS: [string, OpenApiDocument][] = [
  [
    "New operation: `PUT /suppressions/{suppression}` (deleteSuppression, beta).",
    withPart(["paths", "/suppressions/{suppression}", "put"], beta),
  ],
  [
    "New operations: `GET /teams` (listTeams), `POST /teams` (addTeam).",
    withPart(["paths", "/teams"], {
      get: { ...OPERATION, operationId: "listTeams" },
      post: { ...OPERATION, operationId: "addTeam" },
    }),
  ],
  ["New schema: `Team`.", withPart(["components", "schemas", "Team"], team)],
  [
    "New property: `team` of `Suppression`.",
    withPart(["components", "schemas", "Suppression", "properties", "team"], team),
  ],
  [
    "New example: `twoBounces`.",
    withPart([...EXAMPLES, "twoBounces"], { value: { object: "list", has_more: false, data: [] } }),
  ],
  ["The example `bounces` was removed.", withPart([...EXAMPLES, "bounces"], undefined)],
  [
    "New query parameter: `team`.",
    withPart([...LIST, "parameters", -1], { name: "team", in: "query", schema: { type: "string" } }),
  ],
  ["New response: `409`.", withPart([...LIST, "responses", "409"], { description: "Taken." })],
  ["New tag: `Teams`.", withPart(["tags", -1], { name: "Teams" })],
  [
    "`summary` of the operation `GET /suppressions` (listSuppressions, beta) was changed.",
    withPart([...LIST, "summary"], "Every suppression"),
  ],
  [
    "`description` of the schema `Suppression` was changed.",
    withPart(["components", "schemas", "Suppression", "description"], "An address."),
  ],
];

test.each(sample(ROWS, 16))("a change reads %s and no format for people has JSON", async (sentence, revision) => {
  const comparison = await compare(contract, revision);
  expect(comparison.changes.map(({ message }) => message)).toContain(sentence);
  for (const format of [FORMATS.text, FORMATS.markdown, FORMATS.github]) {
    const text = format(comparison, "main");
    expect(text).toContain(sentence.slice(0, 20));
    expect(text).not.toMatch(/[{[]"/);
  }
});

test("docs/api-owner.md shows what a new operation looks like", async () => {
  const revision = withPart(["paths", "/suppressions/{suppression}", "delete"], beta);
  const [, shown = ""] = /```text\n( +Added:\n.*?)\n +```/s.exec(await readFile("docs/api-owner.md", "utf8")) ?? [];
  expect(shown).not.toBe("");
  expect(FORMATS.text(await compare(contract, revision), "main")).toContain(shown.replaceAll(/^ {3}/gm, ""));
});

test("an example with another value is named", async () => {
  const { changes } = await compare(
    contract,
    withPart(["components", "examples", "BouncePage", "value"], { data: [] }),
  );
  expect(changes.map(({ message, impact }) => [message, impact])).toEqual([
    ["The example `bounces` was changed.", "patch"],
  ]);
});

test("a list of values is written without brackets", async () => {
  const revision = withPart(["components", "schemas", "SuppressionOrigin", "enum"], ["bounce", "manual"]);
  const text = FORMATS.text(await compare(contract, revision), "main");
  expect(text).toContain('"bounce", "complaint", "manual" → "bounce", "manual"');
});
