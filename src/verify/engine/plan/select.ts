import { similarName } from "#cli/similar-name.js";
import { onOneLine } from "#cli/unprintable.js";
import { UserError } from "#cli/user-error.js";
import type { Shard } from "#verify/model/target/limits.js";
import { SUITES } from "#verify/model/test-case/test-case.js";
import { ruleNamed } from "#verify/rules/registry.js";
import { mayBreak } from "#verify/rules/suites.js";
import type { PlannedCase } from "./planned-case.js";

/** The test cases that run. */
export interface Selection {
  /**
   * Texts that select test cases. They match a name, a suite, an operation, a covered requirement, or a rule that it may
   * find broken. Default: all.
   */
  only?: readonly string[];
  /** A part of the selected test cases (default: all of them). */
  shard?: Shard | undefined;
}

/** Selects test cases. A shard takes every n-th one, so that all shards take about the same time. */
export function selectCases(cases: readonly PlannedCase[], { only = [], shard }: Selection): PlannedCase[] {
  const selected = cases.filter((planned) => isSelected(planned, only));
  return shard ? selected.filter((_, index) => index % shard.count === shard.index - 1) : selected;
}

/** The operations of which a selection has all test cases; undefined without a selection, which has all of all. */
export function completeOperations(cases: readonly PlannedCase[], only: Selection["only"] = []): string[] | undefined {
  if (only.length === 0) return undefined;
  const partial = new Set(
    cases.filter((planned) => !isSelected(planned, only)).map(({ testCase }) => testCase.operation.id),
  );
  return [...new Set(cases.map(({ testCase }) => testCase.operation.id))].filter((id) => !partial.has(id));
}

/** @throws UserError for a text that selects no test case, with the name that may be meant */
export function requireMatches(cases: readonly PlannedCase[], only: Selection["only"] = []): void {
  for (const text of cases.length === 0 ? [] : only) requireMatch(cases, text);
}

function requireMatch(cases: readonly PlannedCase[], text: string): void {
  // A document may have no test cases of a suite, or none that a rule concerns.
  const isKnown = SUITES.some((suite) => suite === text) || ruleNamed(text) !== undefined;
  if (isKnown || cases.some((planned) => isSelected(planned, [text]))) return;
  const names = cases.flatMap(({ covers, testCase: { suite, operation } }) => [operation.id, suite, ...covers]);
  const ids = [...new Set(names)];
  const parts = ids.filter((id) => id.toLowerCase().includes(text.toLowerCase()));
  const list = text.split(",").map((part) => part.trim());
  const near = similarName(text, ids) ?? (list.length > 1 ? list.join(" --only ") : parts[0]);
  const advice = near === undefined ? "--plan lists the test cases." : `Did you mean --only ${onOneLine(near)}?`;
  throw new UserError(`No test case matches --only ${onOneLine(text)}. ${advice}`);
}

function isSelected({ covers, testCase: { name, suite, operation } }: PlannedCase, only: readonly string[]): boolean {
  if (only.length === 0) return true;
  return only.some(
    (text) =>
      name.includes(text) || suite === text || operation.id === text || covers.includes(text) || mayBreak(suite, text),
  );
}
