import type { PlannedCase } from "../engine/plan/planned-case.js";
import { groupBy } from "../model/group-by.js";
import { skipText } from "../model/test-case/need.js";
import { visible } from "../report/redaction/sanitize.js";
import { counted } from "../report/wording.js";

/** The test cases of a run as a table, with their requirements, and the reasons of skipped ones. */
export function planTable(cases: readonly PlannedCase[]): string {
  const rows = cases.map(({ testCase: { name, suite }, covers, skip }) => ({
    sign: skip === undefined ? " " : "–",
    suite,
    name: visible(name),
    covers: visible(covers.join(" ")),
  }));
  // No spread into Math.max: a large document has more test cases than a call may have arguments.
  const width = (texts: readonly string[]) => texts.reduce((widest, { length }) => Math.max(widest, length), 0);
  const [suites, names] = [width(rows.map(({ suite }) => suite)), width(rows.map(({ name }) => name))];
  const lines = rows.map(({ sign, suite, name, covers }) =>
    `${sign} ${suite.padEnd(suites)}  ${name.padEnd(names)}  ${covers}`.trimEnd(),
  );
  const skipped = cases.filter(({ skip }) => skip !== undefined);
  const reasons = [...groupBy(skipped, ({ skip }) => skip && skipText(skip))].map(([reason = "", group]) => {
    const operations = new Set(group.map(({ testCase }) => testCase.operation)).size;
    const count = `${counted(group.length, "test case")} of ${counted(operations, "operation")}`;
    return `– ${count} would be skipped: ${visible(reason)}.`;
  });
  const running = cases.length - skipped.length;
  const needs = running === 1 ? "it needs" : "they need";
  const closing = `${counted(running, "test case")} would run, unless the server lacks what ${needs}.`;
  return [...lines, "", ...reasons, ...(reasons.length > 0 ? [""] : []), closing].join("\n");
}
