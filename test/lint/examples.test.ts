import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { lintCommand } from "#scripts/lint/command.js";
import { runHere } from "../run-here.js";
import { temporaryFolder } from "../temporary.js";

/** What a response documents, its example, and the problem of this one; undefined for none. */
type Row = [title: string, schema: JsonObject, example: Json, problem: string | undefined];

const S = "#/components/schemas/";
const text = { type: "string" };
const pets = (discriminator: JsonObject): JsonObject => ({
  oneOf: [{ $ref: `${S}Dog` }, { $ref: `${S}Cat` }],
  discriminator: { propertyName: "kind", ...discriminator },
});
const mapped = pets({ mapping: { d: `${S}Dog`, c: "Cat" } });
const user: JsonObject = {
  required: ["name", "password"],
  properties: { name: text, password: { type: "string", writeOnly: true } },
};

const ROWS: Row[] = [
  ["another kind's fields", pets({}), { kind: "Dog", meow: "m" }, "value must have required property 'bark'"],
  ["an own kind", pets({}), { kind: "Cat", meow: "m" }, undefined],
  [
    "an unknown kind in a list",
    { type: "array", items: mapped },
    [{ kind: "cow" }],
    '/0/kind must be one of "d", "c", "Dog", "Cat"',
  ],
  ["a mapped kind", mapped, { kind: "d", bark: "w" }, undefined],
  ["a mapped kind without its field", mapped, { kind: "c" }, "value must have required property 'meow'"],
  ["a secret", user, { name: "a", password: "p" }, "/password must be absent, because it is writeOnly"],
  ["no secret", user, { name: "a" }, undefined],
  ["a property named discriminator", { properties: { discriminator: text } }, { discriminator: "d" }, undefined],
  ["a constant with members of schemas", { const: { discriminator: 1 } }, { discriminator: 1 }, undefined],
  ["a pattern of another language", { type: "string", pattern: "^\\p{IsGreek}+$" }, "αβ", undefined],
];

const messages = new Map<string, string[]>();
beforeAll(async () => {
  const paths = Object.fromEntries(
    ROWS.map(([, schema, example], index) => {
      const response = { description: "ok", content: { "application/json": { schema, example } } };
      return [`/r${index}`, { get: { responses: { "200": response } } }];
    }),
  );
  const kind = (field: string) => ({ required: ["kind", field], properties: { kind: text, [field]: text } });
  const schemas = { Dog: kind("bark"), Cat: kind("meow") };
  const file = join(await temporaryFolder("lint"), "api.json");
  const head = { openapi: "3.1.0", info: { title: "Examples", version: "1" } };
  await writeFile(file, JSON.stringify({ ...head, paths, components: { schemas } }));
  const { stdout } = await runHere(lintCommand, [file, "--format=json"]);
  const report: { problems: { ruleId: string; message: string; location: { pointer: string }[] }[] } =
    JSON.parse(stdout);
  for (const { ruleId, message, location } of report.problems) {
    if (ruleId !== "contract/example-fits-schema") continue;
    const [, index = ""] = /^#\/paths\/~1r(\d+)\//.exec(location[0]?.pointer ?? "") ?? [];
    messages.set(index, [...(messages.get(index) ?? []), message]);
  }
});

test.each(ROWS.map(([title, , , problem], index) => [title, problem, index] as const))(
  "lint says of an example with %s: %s",
  (_, problem, index) => {
    const wanted = problem === undefined ? [] : [expect.stringContaining(`The example's ${problem}. It is `)];
    expect(messages.get(String(index)) ?? []).toEqual(wanted);
  },
);
