import { CONTRACT, shellLine, shellQuoted, TARGET_SCHEMA_LINK } from "#cli/installation.js";
import { onOneLine } from "#cli/unprintable.js";
import type { JsonObject } from "#openapi/document/document.js";
import { type SecurityScheme, securitySchemes } from "#openapi/operations/security.js";
import { DEFAULT_LIMITS, PARALLEL } from "../model/target/limits.js";
import type { Target } from "../model/target/target.js";
import { DEFAULT_LEVEL } from "../model/target/writes.js";
import { settingsYaml, type WrittenSetting } from "../report/settings-yaml.js";
import { NO_KEY } from "./target-schema.js";
import { allowedByRisk } from "./text/allowed-operations.js";
import { keptLines } from "./text/kept-settings.js";
import { type LackedFacts, suggestedParameters, suggestedValues } from "./text/suggested-values.js";
import { suggested, withoutThose } from "./text/suggestion.js";

/** The facts that a target file is written from. */
export interface TargetFileFacts extends LackedFacts {
  /** The options with which `verify` uses the file. */
  options: string;
  baseUrl: string;
  /** The keys as settings, by the name of their security scheme or actor. */
  credentials: JsonObject;
  /** The names of the keys that are comments (default: none). */
  optionalKeys?: ReadonlySet<string> | undefined;
  /** The further keys of others that a run asks for (default: none). */
  actors?: readonly string[];
  /** Whether requests have no key, although the document may require one (default: false). */
  withoutKey?: boolean | undefined;
  /** The operations that only the level `creations` sends, because nothing documented removes what they create (default: none). */
  creations?: readonly string[];
  /** The level of writes of the target in use (default: none). */
  writes?: Target["writes"];
  /** The setting `login` that the document suggests (default: none). */
  login?: { operation: string; body: Record<string, string>; token: string } | undefined;
  /** Whether the run logs in, and the keys are comments (default: false). */
  isLoginUsed?: boolean | undefined;
}

/** The options of `verify` for a target file and a contract. */
export function verifyOptions(file: string, spec: string): string {
  return `--target ${file}${spec === CONTRACT ? "" : ` --spec ${shellQuoted(spec)}`}`;
}

/**
 * A target file for a document, which explains its settings. It can be used as it is: it has the settings of the target in
 * use. Settings whose values are not known are comments with placeholders, and so is each that makes a run less safe.
 */
export function targetFileText(facts: TargetFileFacts): string {
  const { document, kept = {}, login, isLoginUsed = false, actors: further = [] } = facts;
  const hasKeys = facts.withoutKey !== true && Object.keys(securitySchemes(document)).length > 0;
  const actors = ["sameTeam", "otherTeam", ...further].filter(
    (actor) => hasKeys && facts.credentials[actor] === undefined,
  );
  const optional = [["writes", DEFAULT_LEVEL], ...actors.map((actor) => ["credentials", actor]), ["provision"]].map(
    (setting) => {
      return { setting, isList: false, cases: [] };
    },
  );
  const suggestions = [...facts.additions, ...withoutThose(facts.additions, optional)];
  const keptOf = (name: string) => keptLines(name, kept[name]);
  const ofKind = (kind: string) =>
    suggestions.flatMap((suggestion) => (suggestion.setting[0] === kind ? [suggested(suggestion)] : []));
  const limits = { rate: 20, parallel: PARALLEL.start, timeout: DEFAULT_LIMITS.timeout, settle: DEFAULT_LIMITS.settle };
  const sections = [
    section("The address of the server, without the paths of the contract.", [
      { setting: ["baseUrl"], value: facts.baseUrl },
    ]),
    section("Other origins to which requests and keys may go.", keptOf("allowedOrigins")),
    section(
      "Keys are variables of the environment: a key in this file is an error. Keys of the same team and of another one are for\n# test cases about who may see what.",
      [...keys(facts), ...ofKind("credentials")],
    ),
    section(
      isLoginUsed
        ? "The run logs in for its key."
        : "In place of a key, the run can log in. Then remove the keys above.",
      login === undefined ? [] : [{ setting: ["login"], value: login, isOptional: !isLoginUsed }],
    ),
    section("The login for the key of the run.", login === undefined ? keptOf("login") : []),
    section("Headers of every request.", keptOf("headers")),
    section("How requests reach the server.", [...keptOf("proxy"), ...keptOf("clientCertificate")]),
    section(
      "Values that exist on the server, for each operation that has a parameter of this name. Nothing that such a value\n# identifies is changed or deleted.",
      [...keptOf("parameters"), ...suggestedParameters(facts)],
    ),
    section(
      "Values that exist on the server: operation, parameter, and the example whose value they replace. A list has values that\n# the run may consume: each is used once. Replace VALUE in the lines that you use.",
      [...keptOf("values"), ...suggestedValues(facts)],
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
      kept.provision === undefined ? ofKind("provision") : keptOf("provision"),
    ),
    section("Operations that remove what others create.", keptOf("removals")),
    section("Operations to which nothing is sent, with the reason.", keptOf("exclude")),
    section("Operations to send although they may change data that the run did not create.", [
      ...keptOf("allowed"),
      ...allowedByRisk(document, facts.additions),
    ]),
    section("The contract, and the findings that are accepted.", [
      ...[...keptOf("spec"), ...keptOf("overlays"), ...keptOf("known")],
    ]),
    section("Severities that are not those of the evidence.", keptOf("severities")),
    section(
      "The most requests per second, the most requests at once, the time limit of a response, and the time until a change\n# shows. Times are in milliseconds.",
      Object.entries(limits).flatMap(([name, value]) =>
        kept[name] === undefined ? [{ setting: [name], value, isOptional: true }] : keptOf(name),
      ),
    ),
  ];
  const head = `# yaml-language-server: $schema=${TARGET_SCHEMA_LINK}
# A server that is tested by: ${shellLine("verify", facts.options)}
# Lines that begin with "# " and a setting are optional. Remove the "# " to use them.
`;
  return [head, ...sections.filter((text) => text !== "")].join("\n");
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
function keys({ document, credentials, withoutKey, optionalKeys, isLoginUsed }: TargetFileFacts): WrittenSetting[] {
  if (withoutKey) return [{ setting: ["credentials"], value: NO_KEY, comments: ["The server has no authentication."] }];
  const schemes = securitySchemes(document);
  return Object.entries(credentials).map(([name, value]) => {
    const scheme = schemes[name];
    const isOptional = optionalKeys?.has(name) === true || (isLoginUsed === true && scheme !== undefined);
    return { setting: ["credentials", name], value, comments: scheme ? [described(scheme)] : [], isOptional };
  });
}

function described(scheme: SecurityScheme): string {
  if (scheme.type === "basic") return "user:password";
  return scheme.type === "bearer" ? "A bearer token." : `The value of ${scheme.name} (${scheme.in}).`;
}
