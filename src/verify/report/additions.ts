import { yamlKey } from "#cli/yaml-key.js";
import { groupBy } from "../model/group-by.js";
import { settingNames, settingPath } from "../model/request/setting-path.js";
import type { CaseResult } from "../model/test-case/outcome.js";

/** A setting of the target file with which skipped test cases run. */
export interface Addition {
  /** Its path in the target file: `writes`, `provision`, `credentials.otherTeam`, `values.OPERATION.PARAMETER.EXAMPLE`, `allowed.OPERATION`. */
  setting: string;
  /** Whether the run consumes the values, so that the setting is a list of them. */
  isList: boolean;
  /** The reasons of the test cases. */
  reasons: readonly string[];
  /** The names of the skipped test cases that need it. */
  cases: readonly string[];
}

/** A skipped test case that no setting of the target file helps. */
export interface Unaided {
  reason: string;
  cases: readonly string[];
}

/** The settings in the order in which people add them. */
const ORDER = ["writes", "credentials", "values", "provision", "allowed"];

/** The reason of a skipped test case ends with the settings that it lacks. */
const SETTINGS = /target file, ((?:values|credentials|allowed)\.\S.*)$/;

/** The settings that a reason asks for. */
function settingsOf(reason: string): string[] {
  if (reason.includes("writes: allow")) return ["writes"];
  if (reason.includes("provision module in the target file")) return ["provision"];
  return settingNames(SETTINGS.exec(reason)?.[1] ?? "").map((names) => settingPath(...names));
}

/** The settings with which skipped test cases run, each once, and the skipped test cases that no setting helps. */
export function additionsOf(cases: readonly CaseResult[]): { additions: Addition[]; unaided: Unaided[] } {
  const skipped = cases.flatMap(({ name, outcome }) =>
    outcome.verdict === "skipped" ? [{ name, reason: outcome.reason, settings: settingsOf(outcome.reason) }] : [],
  );
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name);
  const withSetting = skipped.flatMap(({ settings, ...each }) => settings.map((setting) => ({ ...each, setting })));
  const additions = [...groupBy(withSetting, ({ setting }) => setting)].map(([setting, all]) => {
    const reasons = [...new Set(all.map(({ reason }) => reason))];
    return { setting, isList: reasons.some((each) => each.includes("add a list")), reasons, cases: names(all) };
  });
  const others = skipped.filter(({ settings }) => settings.length === 0);
  return {
    additions: additions.toSorted((one, other) => place(one) - place(other)),
    unaided: [...groupBy(others, ({ reason }) => reason)].map(([reason, all]) => ({ reason, cases: names(all) })),
  };
}

function place({ setting }: Addition): number {
  return ORDER.indexOf(setting.split(".", 1)[0] ?? "");
}

/** The reason of skipped test cases that no setting helps and that most of them share; undefined without such test cases. */
export function commonReason(cases: readonly CaseResult[]): string | undefined {
  const { unaided } = additionsOf(cases);
  const [most, ...others] = unaided.toSorted((one, other) => other.cases.length - one.cases.length);
  return most && others.length > 0 ? `${most.reason}; and other reasons` : most?.reason;
}

/** Settings as a part of a target file. Placeholders in capital letters stand for the values. */
export function targetYaml(additions: readonly Pick<Addition, "setting" | "isList">[]): string {
  const root: Tree = new Map();
  const allowed: string[] = [];
  for (const { setting, isList } of additions) {
    const [path = []] = settingNames(setting);
    if (path[0] === "allowed") allowed.push(`  - ${yamlKey(path[1] ?? "")}`);
    else insert(root, path, valueText(path, isList));
  }
  return [...lines(root, ""), ...(allowed.length > 0 ? ["allowed:", ...allowed] : [])].join("\n");
}

type Tree = Map<string, Tree | string>;

function insert(tree: Tree, [name = "", ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    if (!tree.has(name)) tree.set(name, value);
    return;
  }
  const found = tree.get(name);
  const below: Tree = found instanceof Map ? found : new Map();
  tree.set(name, below);
  insert(below, rest, value);
}

function valueText([kind = "", name = ""]: readonly string[], isList: boolean): string {
  if (kind === "writes") return "allow";
  if (kind === "provision") return "./provision.mjs";
  if (kind === "credentials") return credentialVariable(name);
  return isList ? "[VALUE, VALUE]" : "VALUE";
}

/** The variable that a setting of a key names: `${OTHER_TEAM_KEY}`. */
export function credentialVariable(name: string): string {
  return `\${${name.replace(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase()}_KEY}`;
}

function lines(tree: Tree, indent: string): string[] {
  return [...tree].flatMap(([name, below]) => {
    const key = `${indent}${yamlKey(name)}:`;
    return typeof below === "string" ? [`${key} ${below}`] : [key, ...lines(below, `${indent}  `)];
  });
}
