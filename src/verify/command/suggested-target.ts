import { writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileExists } from "#cli/file-exists.js";
import { shipped, TARGET_SCHEMA } from "#cli/installation.js";
import { onOneLine } from "#cli/unprintable.js";
import { UserError } from "#cli/user-error.js";
import { yamlKey } from "#cli/yaml-key.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { createValues, type Values } from "#values/values.js";
import { settingNames } from "../model/request/setting-path.js";
import { REQUEST_BODY, type Target } from "../model/target/target.js";
import { type Addition, additionsOf, credentialVariable } from "../report/additions.js";
import type { Report } from "../report/report.js";
import { counted } from "../report/wording.js";

/** The most characters of a schema or a value in a comment. */
const MAX_COMMENT = 300;

/**
 * Writes a target file with the settings that a run lacked. Comments describe each value.
 *
 * @throws UserError if the file exists or cannot be written
 */
export async function writeSuggestedTarget(
  file: string,
  report: Report,
  target: Target,
  document: OpenApiDocument,
): Promise<void> {
  const schema = relative(process.cwd(), shipped(TARGET_SCHEMA));
  const { additions } = additionsOf(report.cases);
  const text = [
    `# yaml-language-server: $schema=${schema}`,
    "# Replace each VALUE by a value that exists on the server, or remove its line.",
    `baseUrl: ${target.restart?.baseUrl ?? target.baseUrl}`,
    ...credentialLines(target, document, additions),
    ...valueLines(document, additions),
    ...additions.filter(({ setting }) => setting === "writes").flatMap((each) => [needed(each), "# writes: allow"]),
    ...additions
      .filter(({ setting }) => setting === "provision")
      .flatMap((each) => [needed(each), "# provision: ./provision.mjs"]),
    ...allowedLines(additions),
  ];
  await writeFile(file, `${text.join("\n")}\n`, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") throw exists(file);
    throw new UserError(`${file} cannot be written: ${error.message}`);
  });
}

/** Refuses to overwrite a file, before the run. @throws UserError if it exists */
export async function requireNew(file: string): Promise<void> {
  if (await fileExists(file)) throw exists(file);
}

function exists(file: string): UserError {
  return new UserError(`${file} exists. Name another file: --suggest-target FILE`);
}

function needed({ cases }: Addition): string {
  const [first = ""] = cases;
  const others = cases.length > 1 ? `, and ${counted(cases.length - 1, "other")}` : "";
  return `# Needed by ${onOneLine(first)}${others}.`;
}

function credentialLines({ credentials }: Target, document: OpenApiDocument, additions: readonly Addition[]): string[] {
  const { own = {}, ...others } = credentials;
  const schemes = Object.keys(securitySchemes(document));
  const ofSchemes = schemes.flatMap((name) => {
    const secret = own[name] ?? own["*"];
    return secret ? [`  ${yamlKey(name)}: \${${secret.variable}}`] : [];
  });
  const ofActors = Object.entries(others).flatMap(([actor, { "*": secret }]) =>
    secret ? [`  ${actor}: \${${secret.variable}}`] : [],
  );
  const missing = additions.flatMap((each) => {
    const [[kind, actor = ""] = []] = settingNames(each.setting);
    return kind === "credentials" ? [`  ${needed(each)}`, `  # ${actor}: ${credentialVariable(actor)}`] : [];
  });
  const given = [...ofSchemes, ...ofActors];
  return [
    ...(given.length > 0 ? ["credentials:"] : missing.length > 0 ? ["# credentials:"] : []),
    ...given,
    ...missing,
  ];
}

function valueLines(document: OpenApiDocument, additions: readonly Addition[]): string[] {
  const operations = operationsOf(document);
  const values = createValues(document);
  const lines: string[] = [];
  let last: readonly string[] = [];
  for (const addition of additions) {
    const [path = []] = settingNames(addition.setting);
    const [kind, id, name = "", key] = path;
    if (kind !== "values" || id === undefined) continue;
    if (last[0] === undefined) lines.push("values:");
    if (last[1] !== id) lines.push(`  ${yamlKey(id)}:`);
    const operation = operations.find((each) => each.id === id);
    const isNew = last[1] !== id || last[2] !== name;
    if (isNew && operation) lines.push(...descriptionOf(values, operation, name).map((line) => `    # ${line}`));
    lines.push(`    ${needed(addition)}`);
    const value = addition.isList ? "[VALUE, VALUE]" : "VALUE";
    if (key === undefined) lines.push(`    ${yamlKey(name)}: ${value}`);
    else lines.push(...(isNew ? [`    ${yamlKey(name)}:`] : []), `      ${yamlKey(key)}: ${value}`);
    last = path;
  }
  return lines;
}

/** Operations that may change data of others stay comments: a person decides on each. */
function allowedLines(additions: readonly Addition[]): string[] {
  const lines = additions.flatMap((addition) => {
    const [[kind, id = ""] = []] = settingNames(addition.setting);
    return kind === "allowed" ? [`  ${needed(addition)}`, `  # - ${yamlKey(id)}`] : [];
  });
  return lines.length > 0 ? ["# allowed:", ...lines] : [];
}

/** A part of an operation in words: where it is, its schema, and a value that is valid by it. */
function descriptionOf(values: Values, { parameters, requestBody }: Operation, name: string): string[] {
  const parameter = parameters.find((each) => each.name === name);
  const described = parameter ?? (name === REQUEST_BODY ? requestBody?.content[0] : undefined);
  if (!described) return [];
  const what = parameter ? `A ${parameter.in} parameter` : `A body of ${requestBody?.content[0]?.name}`;
  const made = values.value(described, { direction: "request", optional: "none" });
  const sample = "value" in made ? [`For example: ${inComment(made.value)}`] : [];
  return [`${what}: ${inComment(described.schema ?? {})}`, ...sample];
}

function inComment(value: unknown): string {
  const text = onOneLine(JSON.stringify(value));
  return text.length > MAX_COMMENT ? `${text.slice(0, MAX_COMMENT)}…` : text;
}
