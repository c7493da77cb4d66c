import { allNames } from "#cli/names-text.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { EVERY_EXAMPLE, type OTHER_ACTORS } from "../target/target.js";
import type { WriteLevel } from "../target/writes.js";

/** A thing that would let a skipped test case run. Programs decide by it; `skipText` words it for people. */
export type Need =
  /** Writes, at least of a level. */
  | { kind: "writes"; level: WriteLevel }
  /** A key of the team under test, where the target is tested without one. */
  | { kind: "key" }
  /** A key of another actor. */
  | { kind: "credentials"; actor: (typeof OTHER_ACTORS)[number] }
  /** A key of a security scheme, by its name. */
  | { kind: "scheme"; name: string }
  /** A value of the target file at a setting; a list of them if the run consumes it. */
  | { kind: "value"; setting: readonly string[]; isList: boolean }
  /** A function of a provision module. */
  | { kind: "provision" }
  /** The permission to send the requests of an operation that may change data of others. */
  | { kind: "allowed"; operation: string }
  /** A resource that it may change, at each level of writes: no setting is known to give one. */
  | { kind: "own" }
  /** A server that keeps state. */
  | { kind: "state" }
  /** A server that keeps the state of the operation: our mock says that it responds from the document alone. */
  | { kind: "inferred" }
  /** Items of a list. */
  | { kind: "items"; found: number; wanted: number }
  /** An operation that a setting excludes, with the reason that the setting gives. */
  | { kind: "excluded"; operation: string; reason: string }
  | { kind: "budget"; requests: number }
  /** The limit in words: `300 requests`. */
  | { kind: "exploration"; limit: string }
  | { kind: "time" }
  | { kind: "interrupted" };

/** Why a test case is skipped. */
export interface Skip {
  /** As part of a sentence, without the advice that follows from `needs`. */
  reason: string;
  /** All that it needs to run; an empty list if the run cannot name it. */
  needs: readonly Need[];
}

const ACTORS: Record<(typeof OTHER_ACTORS)[number], string> = {
  sameTeam: "a second key of the team",
  otherTeam: "a key of another team",
  outsideBeta: "a key of a team outside the beta",
};

/** The reason of test cases that lack something which needs no further explanation. */
export function skipFor(need: Exclude<Need, { kind: "value" | "provision" | "allowed" | "excluded" | "own" }>): Skip {
  return { reason: reasonFor(need), needs: [need] };
}

function reasonFor(need: Parameters<typeof skipFor>[0]): string {
  switch (need.kind) {
    case "writes":
      return need.level === "reversible" ? "writes are not allowed" : "nothing removes what it creates";
    case "key":
      return "the run sends no key (credentials: none, or --no-key)";
    case "credentials":
      return `it needs ${ACTORS[need.actor]}`;
    case "scheme":
      return `it needs a key of ${need.name}`;
    case "state":
      return "the server keeps no state";
    case "inferred":
      return "the mock cannot infer this part of the state, and responds from the document alone";
    case "items":
      return `too few items (${need.found}, needs ${need.wanted})`;
    case "budget":
      return `the run reached its budget of ${need.requests} requests`;
    case "exploration":
      return `the exploration reached its limit of ${need.limit}`;
    case "time":
      return "the run reached its time limit";
    case "interrupted":
      return "the run was interrupted";
  }
}

/** The skip of a test case that needs an excluded operation. */
export function excludedSkip(operation: string, reason: string): Skip {
  return { reason: `${operation} is excluded: ${reason}`, needs: [{ kind: "excluded", operation, reason }] };
}

/** Whether a test case is skipped for want of one kind of thing. */
export function isSkippedFor({ needs }: Pick<Skip, "needs">, kind: Need["kind"]): boolean {
  return needs.some((need) => need.kind === kind);
}

/** Why a test case is skipped, and what to do about it. */
export function skipText({ reason, needs }: Skip): string {
  return reason + adviceFor(needs);
}

function adviceFor(needs: readonly Need[]): string {
  const [need] = needs;
  const settings = needs.flatMap((given) => settingPath(...(settingOf(given) ?? [])));
  switch (need?.kind) {
    case "writes":
      return need.level === "reversible"
        ? " (writes: reversible, or --allow-writes)"
        : ` (writes: ${need.level}, or --allow-writes ${need.level})`;
    case "budget":
      return " (--budget N sets another one)";
    case "exploration":
      return " (--explore sets another one)";
    case "provision":
      return ": name a provision module in the target file";
    case "allowed":
      return `: allow it in the target file, ${settings[0]}`;
    case "credentials":
    case "scheme":
    case "value": {
      const what = needs.length > 1 ? "each" : need.kind === "value" && need.isList ? "a list" : "one";
      return `: add ${what} to the target file, ${allNames(settings)}`;
    }
    default:
      return "";
  }
}

/** The setting of the target file that meets a need, by its names; undefined if none does. */
export function settingOf(need: Need): readonly string[] | undefined {
  switch (need.kind) {
    case "writes":
      return [need.kind, need.level];
    case "provision":
      return [need.kind];
    case "credentials":
      return ["credentials", need.actor];
    case "scheme":
      return ["credentials", need.name];
    case "value":
      return need.setting;
    case "allowed":
      return ["allowed", need.operation];
    default:
      return undefined;
  }
}

/** The setting that gives a part of the requests of an operation, for an example or for every request. */
export function valueSetting(operation: string, part: string, example: string = EVERY_EXAMPLE): string[] {
  return ["values", operation, part, ...(example === EVERY_EXAMPLE ? [] : [example])];
}

/** The setting that gives a parameter of all operations that have it. */
export function sharedSetting(parameter: string): string[] {
  return ["parameters", parameter];
}

/** Writes the path of a setting: `values.retrieveThing.id`. A name with other characters is quoted, as in JSON. */
export function settingPath(...names: readonly string[]): string {
  return names.map((name) => (/^[\w-]+$/.test(name) ? name : jsonText(name))).join(".");
}
