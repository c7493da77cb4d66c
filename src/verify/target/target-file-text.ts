import { CONTRACT, shellLine, shellQuoted, TARGET_SCHEMA_LINK } from "#cli/installation.js";
import { onOneLine } from "#cli/unprintable.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { type SecurityScheme, securitySchemes } from "#openapi/operations/security.js";
import { createValues, type Values } from "#values/values.js";
import { groupBy } from "../model/group-by.js";
import { DEFAULT_LIMITS, PARALLEL } from "../model/target/limits.js";
import { REQUEST_BODY, type Target } from "../model/target/target.js";
import { DEFAULT_LEVEL } from "../model/target/writes.js";
import { sharedSetting, valueSetting } from "../model/test-case/need.js";
import type { Addition } from "../report/additions.js";
import { reference, settingsYaml, type WrittenSetting, written } from "../report/settings-yaml.js";
import { counted } from "../report/wording.js";
import { NO_KEY } from "./target-schema.js";

/** The most values that are suggested although no run lacked them: more would hide the others. */
const MAX_SUGGESTED = 20;

/** The most characters of a schema or a value in a comment. */
const MAX_COMMENT = 300;

/** The facts that a target file is written from. */
export interface TargetFileFacts {
  document: OpenApiDocument;
  /** The options with which `verify` uses the file. */
  options: string;
  baseUrl: string;
  /** The variable that holds each key, by the name of its security scheme or actor. */
  variables: Readonly<Record<string, string>>;
  /** Whether requests have no key, although the document may require one (default: false). */
  withoutKey?: boolean | undefined;
  /** The operations that only the level `creations` sends, because nothing documented removes what they create (default: none). */
  creations?: readonly string[];
  /** The level of writes of the target in use (default: none). */
  writes?: Target["writes"];
  /** The settings of the target in use that stay as they are (default: none). */
  kept?: Pick<Target, "values" | "parameters" | "allowed" | "removals" | "excluded"> | undefined;
  /** The setting `login` that the document suggests (default: none). */
  login?: { operation: string; body: Record<string, string>; token: string } | undefined;
  /** The settings that a run lacked; an empty list without a run. */
  additions: readonly Addition[];
}

/** A setting to suggest, and the test cases that lacked it. */
type Suggestion = Pick<Addition, "setting" | "isList" | "cases">;

/** The options of `verify` for a target file and a contract. */
export function verifyOptions(file: string, spec: string): string {
  return `--target ${file}${spec === CONTRACT ? "" : ` --spec ${shellQuoted(spec)}`}`;
}

/**
 * A target file for a document, which explains its settings. It can be used as it is: it has the settings of the target in
 * use. Settings whose values are not known are comments with placeholders, and so is each that makes a run less safe.
 */
export function targetFileText(facts: TargetFileFacts): string {
  const hasKeys = facts.withoutKey !== true && Object.keys(securitySchemes(facts.document)).length > 0;
  const actors = ["sameTeam", "otherTeam"].filter((actor) => hasKeys && facts.variables[actor] === undefined);
  const optional = [["writes", DEFAULT_LEVEL], ...actors.map((actor) => ["credentials", actor]), ["provision"]].map(
    (setting) => {
      return { setting, isList: false, cases: [] };
    },
  );
  const suggestions = [...facts.additions, ...withoutThose(facts.additions, optional)];
  const kept = keptSettings(facts.kept);
  const keptOf = (kind: string) => kept.filter(({ setting }) => setting[0] === kind);
  const ofKind = (kind: string) =>
    suggestions.flatMap((suggestion) => (suggestion.setting[0] === kind ? [suggested(suggestion)] : []));
  const limits = Object.entries({ rate: 20, parallel: PARALLEL.start, timeout: DEFAULT_LIMITS.timeout });
  const sections = [
    section("The address of the server, without the paths of the contract.", [
      { setting: ["baseUrl"], value: facts.baseUrl },
    ]),
    section(
      "Keys are variables of the environment: a key in this file is an error. Keys of the same team and of another one are for\n# test cases about who may see what.",
      [...keys(facts), ...ofKind("credentials")],
    ),
    section(
      "In place of a key, the run can log in. The setting and the keys of the schemes exclude each other.",
      facts.login === undefined ? [] : [{ setting: ["login"], value: facts.login, isOptional: true }],
    ),
    section(
      "Values that exist on the server: operation, parameter, and the example whose value they replace. A list has values that\n# the run may consume: each is used once. Replace VALUE in the lines\n# that you use.",
      [...keptOf("values"), ...values(facts)],
    ),
    section(
      "Values that exist on the server, for each operation that has a parameter of this name. Nothing that such a value\n# identifies is changed or deleted.",
      [...keptOf("parameters"), ...sharedValues(facts)],
    ),
    section(
      "Also send requests that change data (POST, PUT, PATCH, DELETE). reversible: the run creates what it can remove, and\n# changes nothing else. creations: it also creates what nothing removes. Without this line, the run only reads.",
      facts.writes === undefined || facts.writes === "none"
        ? ofKind("writes").slice(0, 1)
        : [{ setting: ["writes"], value: facts.writes }],
    ),
    creationsNote(facts.creations ?? []),
    section(
      "A module that creates values to consume, and removes the resources that the run created.",
      ofKind("provision"),
    ),
    section("Operations that remove what others create.", keptOf("removals")),
    section("Operations to which nothing is sent, with the reason.", keptOf("exclude")),
    section("Operations to send although they may change data that the run did not create.", [
      ...keptOf("allowed"),
      ...allowedByReason(facts.additions),
    ]),
    section(
      "The most requests per second, the most requests at once, and the time limit of a response in milliseconds.",
      limits.map(([name, value]) => ({ setting: [name], value, isOptional: true })),
    ),
  ];
  const head = `# yaml-language-server: $schema=${TARGET_SCHEMA_LINK}
# A server that is tested by: ${shellLine("verify", facts.options)}
# Lines that begin with "# " and a setting are optional. Remove the "# " to use them.
`;
  return [head, ...sections.filter((text) => text !== "")].join("\n");
}

/** Settings of a target as lines of a file. */
function keptSettings(target: TargetFileFacts["kept"]): WrittenSetting[] {
  const { values: given = {}, parameters = {}, allowed = [], removals = [], excluded = [] } = target ?? {};
  const ofOperations = Object.entries(given).flatMap(([operation, parts]) =>
    Object.entries(parts).flatMap(([part, examples]) =>
      Object.entries(examples).map(([key, value]) => ({ setting: valueSetting(operation, part, key), value })),
    ),
  );
  return [
    ...ofOperations,
    ...Object.entries(parameters).map(([name, value]) => ({ setting: sharedSetting(name), value })),
    ...[...allowed].map((operation) => ({ setting: ["allowed", operation] })),
    ...[...removals].map(([created, removal]) => ({ setting: ["removals", created], value: removal })),
    ...[...excluded].map(([operation, reason]) => ({ setting: ["exclude", operation], value: reason })),
  ];
}

/** The operations that only `allowed` sends, by the reason why no level does: harmless ones are not among dangerous ones. */
function allowedByReason(additions: readonly Addition[]): WrittenSetting[] {
  const lacked = additions.filter(({ setting }) => setting[0] === "allowed");
  return [...groupBy(lacked, ({ reasons }) => reasons.join("; "))].flatMap(([reason, group]) =>
    group.map((addition, index) => {
      const { comments = [], ...setting } = suggested(addition);
      return { ...setting, comments: [...(index === 0 && reason !== "" ? [`${reason}:`] : []), ...comments] };
    }),
  );
}

/** The most operations that are named. */
const MAX_NAMED = 20;

/** The operations that the level `reversible` does not send, with the line that sends them; empty without one. */
function creationsNote(operations: readonly string[]): string {
  if (operations.length === 0) return "";
  const hidden = operations.length - MAX_NAMED;
  const names = operations.slice(0, MAX_NAMED).map((id) => `#   ${onOneLine(id)}`);
  return [
    "# The level reversible does not send these operations, because no documented one removes what they create:",
    ...names,
    ...(hidden > 0 ? [`#   … and ${hidden} more`] : []),
    "# To send them, write this line, or let the provision module remove what they create.",
    "# writes: creations",
    "",
  ].join("\n");
}

/** Settings below a comment; empty without settings. */
function section(comment: string, settings: readonly WrittenSetting[]): string {
  return settings.length === 0 ? "" : `# ${comment}\n${settingsYaml(settings).join("\n")}\n`;
}

/** The given keys: of the schemes of the document, then of other actors. */
function keys({ document, variables, withoutKey }: TargetFileFacts): WrittenSetting[] {
  if (withoutKey) return [{ setting: ["credentials"], value: NO_KEY, comments: ["The server has no authentication."] }];
  const schemes = securitySchemes(document);
  return Object.entries(variables).map(([name, variable]) => {
    const scheme = schemes[name];
    return { setting: ["credentials", name], value: reference(variable), comments: scheme ? [described(scheme)] : [] };
  });
}

function described(scheme: SecurityScheme): string {
  if (scheme.type === "basic") return "user:password";
  return scheme.type === "bearer" ? "A bearer token." : `The value of ${scheme.name} (${scheme.in}).`;
}

/** The values that a run lacked; then, as comments, others that it may lack. */
function values({ document, additions, kept }: TargetFileFacts): WrittenSetting[] {
  const operations = operationsOf(document);
  const generator = createValues(document);
  const lacked = additions.filter(({ setting }) => setting[0] === "values");
  const optional = withoutThose([...lacked, ...keptSettings(kept)], operations.flatMap(examplesInPath)).slice(
    0,
    MAX_SUGGESTED,
  );
  const seen = new Set<string>();
  return [...lacked, ...optional].map((suggestion) => {
    const [, id, part = ""] = suggestion.setting;
    const isNew = !seen.has(`${id} ${part}`);
    seen.add(`${id} ${part}`);
    const operation = isNew ? operations.find((candidate) => candidate.id === id) : undefined;
    const { comments = [], ...setting } = suggested(suggestion);
    const description = operation ? descriptionOf(generator, operation, part) : [];
    return { ...setting, comments: [...description, ...comments] };
  });
}

/** The values that a run lacked in several operations. The first operation that has the parameter describes it. */
function sharedValues({ document, additions }: TargetFileFacts): WrittenSetting[] {
  const operations = operationsOf(document);
  const generator = createValues(document);
  return additions
    .filter(({ setting }) => setting[0] === "parameters")
    .map((suggestion) => {
      const [, name = ""] = suggestion.setting;
      const first = operations.find(({ parameters }) => parameters.some((parameter) => parameter.name === name));
      const { comments = [], ...setting } = suggested(suggestion);
      return {
        ...setting,
        comments: [...(first ? descriptionOf(generator, first, name) : []), ...comments],
      };
    });
}

/** A value for each path parameter in place of its first example: ids of examples exist on few servers. */
function examplesInPath(operation: Operation): Suggestion[] {
  const first = examplePairs(operation).find(({ response }) => isSuccessKey(response));
  const parameters = first ? operation.parameters.filter((parameter) => parameter.in === "path") : [];
  return parameters.map(({ name }) => {
    const setting = valueSetting(operation.id, name, first?.key);
    return { setting, isList: operation.method === "delete", cases: [] };
  });
}

/** The suggestions for settings, or parts of requests, that others do not concern. */
function withoutThose(
  excluded: readonly Pick<Suggestion, "setting">[],
  suggestions: readonly Suggestion[],
): Suggestion[] {
  const keyOf = ({ setting }: Pick<Suggestion, "setting">) => JSON.stringify(setting.slice(0, 3));
  const known = new Set(excluded.map(keyOf));
  return suggestions.filter((suggestion) => !known.has(keyOf(suggestion)));
}

/** A setting with a placeholder, as a comment, with the test cases that need it. */
function suggested(suggestion: Suggestion): WrittenSetting {
  const [first, ...rest] = suggestion.cases;
  const more = rest.length > 0 ? `, and ${counted(rest.length, "other")}` : "";
  const comments = first === undefined ? [] : [`Needed by ${onOneLine(first)}${more}.`];
  return { ...written(suggestion), comments, isOptional: true };
}

/** A part of an operation in words: where it is, its schema, and a value that is valid by it. */
function descriptionOf(generator: Values, { parameters, requestBody }: Operation, name: string): string[] {
  const parameter = parameters.find((candidate) => candidate.name === name);
  const part = parameter ?? (name === REQUEST_BODY ? requestBody?.content[0] : undefined);
  if (!part) return [];
  const kind = parameter ? `A ${parameter.in} parameter` : `A body of ${requestBody?.content[0]?.name}`;
  const made = generator.value(part, { direction: "request", optional: "none" });
  const sample = "value" in made ? [`For example: ${inComment(made.value)}`] : [];
  return [`${kind}: ${inComment(part.schema ?? {})}`, ...sample];
}

function inComment(value: unknown): string {
  const text = onOneLine(JSON.stringify(value));
  return text.length > MAX_COMMENT ? `${text.slice(0, MAX_COMMENT)}…` : text;
}
