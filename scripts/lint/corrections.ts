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
  /** The line of the problem's file. */
  line: () => Promise<string>;
  /** The value at a place of the problem's file. */
  valueAt: (pointer: string) => Promise<Json | undefined>;
  /** The whole document; an empty one if it cannot be read. */
  document: () => Promise<JsonObject>;
}

/** A line whose text has the sign of a key in it, and no quotes. */
const TEXT_WITH_COLON = /^\s*(?:- )?[\w-]+: +[^"'[{|>&*#\s][^#]*: /;

/** The correction of messages of Redocly CLI and of its parser that name none, by the form of the message. */
const CORRECTIONS: readonly (readonly [form: RegExp, correct: (facts: Facts) => Promise<string> | string])[] = [
  [
    /^bad indentation of a/,
    async ({ line }) =>
      TEXT_WITH_COLON.test(await line())
        ? "Put the text in quotes, because it contains `: `."
        : "Begin the line in the column of its neighbors.",
  ],
  [/^tab characters/, () => "Indent by spaces."],
  [/^duplicated mapping key/, () => "Remove one of the two."],
  [/^Property `nullable` is not/, () => 'In OpenAPI 3.1, write: type: [string, "null"]'],
  [
    /^Property `(.+)` is not expected here/,
    async ({ problem: { pointer = "#", suggest }, parts: [name = ""], valueAt: at }) => {
      const similar = meant(name, [...suggest, "$ref"]);
      if (similar !== undefined) return similar;
      const parent = parentOf(pointer);
      if (parent.endsWith("/responses")) return "A status is three digits, a range such as `2XX`, or `default`.";
      const inner = Object.hasOwn(asObject(await at(parent)), "properties") ? "Indent it below `properties`, r" : "R";
      return `${inner}emove it, or begin its name with \`x-\`.`;
    },
  ],
  [
    /^Expected type `(.+?)`(?: \(object\))? but got `(.+?)`/,
    async ({ problem: { pointer = "#" }, parts: [type = "", given = ""], valueAt: at }) => {
      const [owner, name] = pointerNames(pointer).slice(-2);
      if (name === "required" && given === "boolean") {
        return `List it beside the \`properties\` that have it: \`required: [${owner}]\`.`;
      }
      if (type === "array") return "Write a list: begin each item with `- `.";
      if (asText(await at(pointer))?.startsWith("$ref ")) return "Put `: ` after `$ref`.";
      if (given === "array") return "Write names and values: remove the `- ` before them.";
      return type === "string" ? "Put it in quotes." : `Write a value of the type ${type}.`;
    },
  ],
  [
    /^Must contain at least one of the following fields: (\w+)/,
    ({ parts: [name = ""] }) => `Add \`${name}: …\` at this place.`,
  ],
  [
    /^`(\w+)` can be one of the following only/,
    async ({ problem, valueAt: at }) =>
      meant(asText(await at(problem.pointer ?? "#")) ?? "", problem.suggest) ?? "Use one of these.",
  ],
  [/^The field `(.+)` must be present/, ({ parts: [name = ""] }) => `Add \`${name}: …\` at this place.`],
  [
    /^Required property '(.+)' is not defined/,
    async ({ problem, parts: [name = ""], valueAt: at }) => {
      const { properties } = asObject(await at(parentOf(parentOf(problem.pointer ?? "#"))));
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
      return meant(String(await at(problem.pointer ?? "#")), known) ?? "Describe the tag under `tags` of the document.";
    },
  ],
  [
    /^Every operation must have a unique/,
    ({ problem }) =>
      `Another operation is called \`${pointerNames(problem.pointer ?? "#").at(-1)}\` too. Call this one by a verb and a noun of its own.`,
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
  const text = () => readFile(problem.file, "utf8");
  const content = async (): Promise<JsonObject> => asObject(parseYaml(await text()) ?? {});
  const correction = await correct({
    problem,
    parts: form.exec(problem.message)?.slice(1) ?? [],
    line: async () => (await text().catch(() => "")).split("\n")[(problem.line ?? 1) - 1] ?? "",
    valueAt: async (pointer) => valueAt(await content().catch((): JsonObject => ({})), pointer),
    document: () =>
      loadWithFiles(spec, [], headers).then(
        ({ document }) => document,
        (): JsonObject => ({}),
      ),
  });
  const stop = /[.?]$/.test(problem.message) ? "" : ".";
  return { ...problem, message: `${problem.message}${stop} ${correction}`, suggest: [] };
}
