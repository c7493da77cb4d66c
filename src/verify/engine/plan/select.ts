import { similarName } from "#cli/similar-name.js";
import { onOneLine } from "#cli/unprintable.js";
import { UserError } from "#cli/user-error.js";
import type { Shard } from "#verify/model/target/limits.js";
import { SUITES } from "#verify/model/test-case/test-case.js";
import { counted } from "#verify/report/wording.js";
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

/** A sentence for each text that selects by a part of a name alone. Another name may have been meant. */
export function nameMatchNotes(cases: readonly PlannedCase[], only: Selection["only"] = []): string[] {
  return only.flatMap((text) => {
    const names = cases.filter((planned) => isSelected(planned, [text])).map(({ testCase }) => testCase.name);
    const [first] = names;
    if (first === undefined || names.includes(text) || cases.some((planned) => isCalled(planned, text))) return [];
    const what = counted(names.length, "name of a test case", "names of test cases");
    return [`--only ${text} is a part of ${what}${names.length > 1 ? ", such as" : ":"} ${first}.`];
  });
}

function isSelected(planned: PlannedCase, only: readonly string[]): boolean {
  return only.length === 0 || only.some((text) => planned.testCase.name.includes(text) || isCalled(planned, text));
}

/** Whether a text is the suite, the operation, a requirement or a rule of a test case. */
function isCalled({ covers, testCase: { suite, operation } }: PlannedCase, text: string): boolean {
  return suite === text || operation.id === text || covers.includes(text) || mayBreak(suite, text);
}
