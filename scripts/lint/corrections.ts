import { readFile } from "node:fs/promises";
import { parseYaml } from "@redocly/openapi-core";
import { similarName } from "../../src/cli/similar-name.js";
import { asList, asObject, asText, type Json, type JsonObject } from "../../src/openapi/document/document.js";
import { parentOf, pointerNames, valueAt } from "../../src/openapi/document/pointer.js";
import { loadWithFiles, type ReadOptions } from "../../src/openapi/load/load.js";
import type { LintProblem } from "./problem.js";

/** The facts that a correction is made of. */
interface Facts {
  problem: LintProblem;
  /** The parts of the message that the form captures. */
  parts: readonly string[];
  /** The value at a place of the problem's file. */
  valueAt: (pointer: string) => Promise<Json | undefined>;
  /** The whole document; an empty one if it cannot be read. */
  document: () => Promise<JsonObject>;
}

/** The correction of messages of Redocly CLI that name none, by the form of the message. */
const CORRECTIONS: readonly (readonly [form: RegExp, correct: (facts: Facts) => Promise<string> | string])[] = [
  [/^Property `nullable` is not/, () => 'In OpenAPI 3.1, write: type: [string, "null"]'],
  [
    /^Property `(.+)` is not expected here/,
    ({ problem, parts: [name = ""] }) => meant(name, problem.suggest) ?? "Remove it, or begin its name with `x-`.",
  ],
  [
    /^`(\w+)` can be one of the following only/,
    async ({ problem, valueAt: at }) =>
      meant(asText(await at(problem.pointer)) ?? "", problem.suggest) ?? "Use one of these.",
  ],
  [/^The field `(.+)` must be present/, ({ parts: [name = ""] }) => `Add \`${name}: …\` at this place.`],
  [
    /^Required property '(.+)' is not defined/,
    async ({ problem, parts: [name = ""], valueAt: at }) => {
      const { properties } = asObject(await at(parentOf(parentOf(problem.pointer))));
      return (
        meant(name, Object.keys(asObject(properties))) ??
        "Describe it under `properties`, or remove it from `required`."
      );
    },
  ],
  [
    /^There is no `(.+)` security scheme/,
    async ({ parts: [name = ""], document }) => {
      const schemes = Object.keys(asObject(asObject((await document()).components).securitySchemes));
      return meant(name, schemes) ?? "Describe it under `components/securitySchemes`.";
    },
  ],
  [
    /^Operation tags should be defined/,
    async ({ problem, valueAt: at, document }) => {
      const known = asList((await document()).tags).map((tag) => String(asObject(tag).name));
      return meant(String(await at(problem.pointer)), known) ?? "Describe the tag under `tags` of the document.";
    },
  ],
  [
    /^Every operation must have a unique/,
    ({ problem }) =>
      `Another operation is called \`${pointerNames(problem.pointer).at(-1)}\` too. Call this one by a verb and a noun of its own.`,
  ],
  [
    /does not define the path parameter `\{(.+?)\}`/,
    ({ parts: [name = ""] }) =>
      `Add to \`parameters\`: { name: ${name}, in: path, required: true, schema: { type: string } }`,
  ],
];

/** The known name that a name is most likely meant to be, as a question. */
function meant(name: string, known: readonly string[]): string | undefined {
  const similar = similarName(name, known);
  return similar === undefined ? undefined : `Did you mean ${similar}?`;
}

/**
 * Adds to the message of a problem what to do, where Redocly CLI does not say it.
 *
 * @param spec the document that was linted
 * @param headers those of requests for a document at a URL
 */
export async function withCorrection(
  problem: LintProblem,
  spec: string,
  headers?: ReadOptions["specHeaders"],
): Promise<LintProblem> {
  const [form, correct] = CORRECTIONS.find(([each]) => each.test(problem.message)) ?? [];
  if (!form || !correct) return problem;
  const content = async (): Promise<JsonObject> => asObject(parseYaml(await readFile(problem.file, "utf8")) ?? {});
  const correction = await correct({
    problem,
    parts: form.exec(problem.message)?.slice(1) ?? [],
    valueAt: async (pointer) => valueAt(await content().catch((): JsonObject => ({})), pointer),
    document: () =>
      loadWithFiles(spec, [], headers).then(
        ({ document }) => document,
        (): JsonObject => ({}),
      ),
  });
  return { ...problem, message: `${problem.message} ${correction}`, suggest: [] };
}
