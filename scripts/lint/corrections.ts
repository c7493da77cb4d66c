import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { similarName } from "../../src/cli/similar-name.js";
import { asList, asObject, asText, isObject, type Json, type JsonObject } from "../../src/openapi/document/document.js";
import { jsonText } from "../../src/openapi/document/long-integer.js";
import { parentOf, pointerNames, valueAt } from "../../src/openapi/document/pointer.js";
import { loadWithFiles, type ReadOptions } from "../../src/openapi/load/load.js";
import { SCHEMA_KEYWORDS } from "../../src/openapi/swagger/parameters.js";
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
  /** Other lines of the document that are as wanted, each as its file and its number. The outermost ones come first. */
  otherLines: (isWanted: (line: string) => boolean) => Promise<string[]>;
}

/** A line whose text has the sign of a key in it, and no quotes. */
const TEXT_WITH_COLON = /^\s*(?:- )?[\w-]+: +[^"'[{|>&*#\s][^#]*: /;

/** A line that names an operation, in YAML or JSON. */
const OPERATION_ID = /^\s*"?operationId"?:\s*["']?([^"',\s]+)["']?,?\s*$/;

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
      const parent = parentOf(pointer);
      const hasFields = Object.hasOwn(asObject(await at(parent)), "properties");
      // The field `note` is not a negation.
      if (similar !== undefined && !(hasFields && isObject(await at(pointer)))) return similar;
      const isOfSchema = Object.hasOwn(asObject(await at(parent)), "schema") && SCHEMA_KEYWORDS.includes(name);
      if (isOfSchema) return "Indent it below `schema`.";
      if (name.includes("/")) return "Write `content:` before it, and indent it below.";
      if (parent.endsWith("/responses")) return "A status is three digits, a range such as `2XX`, or `default`.";
      return `${hasFields ? "Indent it below `properties`, r" : "R"}emove it, or begin its name with \`x-\`.`;
    },
  ],
  [
    /^Property `(.+)` is not expected beside `\$ref`/,
    async ({ problem: { pointer = "#", suggest }, parts: [name = ""], valueAt: at }) => {
      const neighbor = pointerNames(parentOf(pointer)).at(-1);
      const value = await at(pointer);
      // A name before a line that was moved, or after one, has nothing on its own line.
      if (neighbor !== undefined && (value === null || isObject(value)))
        return `Begin the line in the column of \`${neighbor}\`, or remove it.`;
      return meant(name, suggest) ?? "Remove it, or begin its name with `x-`.";
    },
  ],
  [
    /^Expected type `(.+?)`(?: \(object\))? but got `(.+?)`/,
    async ({ problem: { pointer = "#" }, parts: [type = "", given = ""], valueAt: at }) => {
      const [owner, name] = pointerNames(pointer).slice(-2);
      if (name === "required" && given === "boolean") {
        return `List it beside the \`properties\` that have it: \`required: [${owner}]\`.`;
      }
      if (name?.startsWith("exclusive") && given === "boolean") {
        const plain = name.slice("exclusive".length).toLowerCase();
        const bound = jsonText((await at(`${parentOf(pointer)}/${plain}`)) ?? 0);
        return `In OpenAPI 3.1, write the bound here, in place of \`${plain}\`: ${name}: ${bound}`;
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
    async ({ problem, valueAt: at }) => {
      const given = asText(await at(problem.pointer ?? "#")) ?? "";
      const names = given.split(/\s*[,|]\s*/);
      const known = [...problem.message.matchAll(/"(\w+)"/g)].map(([, name]) => name ?? "");
      const isList = names.length > 1 && names.every((name) => known.includes(name));
      if (isList) return `Write a list: [${names.map((name) => (name === "null" ? '"null"' : name)).join(", ")}]`;
      return meant(given, problem.suggest) ?? "Use one of these.";
    },
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
    async ({ problem, valueAt: at, otherLines }) => {
      const name = asText(await at(problem.pointer ?? "#"));
      // A link, which is deeper, names an operation in the same way.
      const [other] = await otherLines((line) => OPERATION_ID.exec(line)?.[1] === name);
      const place = other === undefined ? "Another operation" : `The operation at ${other}`;
      return `${place} is called \`${name}\` too. Call one of them by a verb and a noun of its own.`;
    },
  ],
  [
    /^Operation object should contain `operationId`/,
    () => "Add `operationId: …`: a verb and a noun, as in `listThings`.",
  ],
  [
    /^Operation object should contain `summary`/,
    () => "Add `summary: …`: what it does in a few words, as in `List things`.",
  ],
  [/^(?:Component|Security scheme): ".+" is never used/, () => "Use it, or remove it."],
  [
    /^Path parameter `(.+)` is not used in the path `(.+)`/,
    ({ parts: [name = "", path = ""] }) => {
      const names = [...path.matchAll(/\{(.+?)\}/g)].map(([, own]) => own ?? "");
      const [only] = names;
      if (only !== undefined && names.length === 1) return `Give both one name: \`${name}\` or \`${only}\`.`;
      return meant(name, names) ?? "Remove it, or add it to the path.";
    },
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
  const loaded = () => loadWithFiles(spec, [], headers).catch(() => undefined);
  const otherLines = async (isWanted: (line: string) => boolean) => {
    const { files = [] } = (await loaded()) ?? {};
    const places = await Promise.all(
      files.map(async (file) => {
        const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
        const isOwn = resolve(file) === resolve(problem.file);
        return lines.flatMap((line, index) => {
          const depth = line.search(/\S/);
          const place = `${relative(".", file)}:${index + 1}`;
          return isWanted(line) && !(isOwn && index + 1 === problem.line) ? [{ place, depth }] : [];
        });
      }),
    );
    const outermost = places.flat().toSorted((one, other) => one.depth - other.depth);
    return outermost.map(({ place }) => place);
  };
  const correction = await correct({
    problem,
    parts: form.exec(problem.message)?.slice(1) ?? [],
    line: async () => (await text().catch(() => "")).split("\n")[(problem.line ?? 1) - 1] ?? "",
    valueAt: async (pointer) => valueAt(await content().catch((): JsonObject => ({})), pointer),
    document: async () => (await loaded())?.document ?? {},
    otherLines,
  });
  const stop = /[.?]$/.test(problem.message) ? "" : ".";
  return { ...problem, message: `${problem.message}${stop} ${correction}`, suggest: [] };
}
