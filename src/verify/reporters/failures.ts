import { shellLine } from "#cli/installation.js";
import { replaceUnprintable } from "#cli/unprintable.js";
import { jsonText, parseWithDigits } from "../report/redaction/sanitize.js";
import {
  type CaseResult,
  findingsOf,
  groupBy,
  isFailure,
  type Replay,
  type Report,
  skipText,
} from "../report/report.js";
import type { Reporter } from "./reporter.js";

/**
 * `failures.yaml`: the failed test cases with their requests, which `--replay` sends again. There is no file without a
 * failure. Recorded traffic cannot be sent again.
 */
export const failures: Reporter<string | undefined> = { id: "failures", fileName: "failures.yaml", render };

type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly Value[]
  | { readonly [name: string]: Value };

function render({ contract: { title, version }, target, seed, cases, isReplay = false }: Report): string | undefined {
  const entries = cases
    .filter(({ suite }) => suite !== "traffic")
    // A skipped replay has not shown that the failure is gone.
    .filter(({ outcome }) => isFailure(outcome) || (isReplay && outcome.verdict === "skipped"))
    .flatMap(entriesOf);
  if (entries.length === 0) return undefined;
  const head = [
    "# The failed test cases of a run. Secrets are left out: each request names whose key it is sent with.",
    `# To run them again: ${shellLine("verify", "--replay FILE")}`,
  ];
  return `${[...head, ...block({ contract: { title, version }, target, seed, failures: entries }, "")].join("\n")}\n`;
}

/** An entry for each request, or sequence, that failed. */
function entriesOf({ name, suite, operation, outcome, replay }: CaseResult): Value[] {
  const facts = { case: name, suite, operation };
  const findings = findingsOf(outcome).filter(({ isKnown }) => !isKnown);
  const groups = groupBy(findings, (finding) => jsonText(finding.replay ?? replay));
  const entries: Value[] = [...groups.values()].map((group) => ({
    ...facts,
    findings: group.map(({ check, basis, message, expected, received, reproduce }) => {
      return { check, basis, message, expected, received, reproduce };
    }),
    ...requestsOf(group[0]?.replay ?? replay),
  }));
  if (outcome.verdict === "error") {
    const { reason, reproduce } = outcome;
    entries.push({ ...facts, error: reason, reproduce, findings: [], ...requestsOf(outcome.replay ?? replay) });
  }
  if (outcome.verdict !== "skipped") return entries;
  return [{ ...facts, skipped: skipText(outcome), findings: [], ...requestsOf(replay) }];
}

function requestsOf(replay: Replay | undefined): { requests?: Value; unique?: Value } {
  if (!replay) return {};
  const { requests, unique } = replay;
  const plain: Value = parseWithDigits(jsonText(requests));
  return { requests: plain, ...(unique ? { unique } : {}) };
}

/** The lines of an object in YAML, or of a list. */
function block(value: Value, indent: string): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const [first = "", ...rest] = block(item, `${indent}  `);
      return isCollection(item) ? [`${indent}- ${first.trimStart()}`, ...rest] : [`${indent}- ${scalar(item)}`];
    });
  }
  if (!isCollection(value)) return [indent + scalar(value)];
  return Object.entries(value).flatMap(([name, member]) => {
    if (member === undefined) return [];
    const key = `${indent}${keyOf(name)}:`;
    return isCollection(member) ? [key, ...block(member, `${indent}  `)] : [`${key} ${scalar(member)}`];
  });
}

/** Whether a value has lines of its own. */
function isCollection(value: Value): value is readonly Value[] | { readonly [name: string]: Value } {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** A value on one line: JSON is YAML. */
function scalar(value: Value): string {
  return visible(jsonText(value ?? null));
}

function keyOf(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : visible(jsonText(name));
}

/** JSON with escape sequences for unprintable characters. YAML reads the two halves of a pair as one character. */
function visible(json: string): string {
  return replaceUnprintable(json, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
