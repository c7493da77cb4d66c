import type { Report } from "#verify/report/report.js";
import { counted } from "#verify/report/wording.js";
import { copyable } from "../command.js";
import { bidi, html, type Markup } from "../markup.js";
import type { Section } from "../page.js";
import { type CaseFailure, failureGroups } from "./failure-groups.js";
import { caseName, details, type Facts, kind, repetitions, statement } from "./finding.js";

/** Each failure as a report to the team whose server it is. Equal failures of an operation are merged. */
export function failures(report: Report): Section | undefined {
  const groups = failureGroups(report.cases);
  if (groups.length === 0) return undefined;
  const body = html`${
    report.verdict === "error" &&
    html`<p>This run proves nothing, for the reason above. The failures may not be faults of the server.</p>\n`
  }${groups.map((group) => article(group, report))}`;
  return { id: "failures", title: "Failures", count: groups.length, body };
}

function article(group: readonly CaseFailure[], facts: Facts): Markup | undefined {
  const [first, ...others] = group;
  if (!first) return undefined;
  // An error belongs to no requirement. Its test cases did not verify the requirements that they cover.
  const covered = new Set(first.check === undefined ? group.flatMap(({ result }) => result.covers) : []);
  return html`<article class="failure">
<h3>${kind("failure", first)} ${caseName(first.result.name, group.length)}${repetitions(first.count)}</h3>
${statement(first, first.result)}
${details(first, facts, covered)}
${others.length > 0 && otherCases(first, others)}</article>
`;
}

/** The other test cases of a group, each with the facts that differ from the first failure. */
function otherCases(first: CaseFailure, others: readonly CaseFailure[]): Markup {
  const items = others.map((other) => {
    const differing = (["message", "expected", "received"] as const).filter((name) => other[name] !== first[name]);
    return html`<li>${bidi(other.result.name)}${repetitions(other.count)}${differing.map((name) => html`<br><span class="note">${name}</span> ${bidi(other[name] ?? "")}`)}
${other.reproduce !== undefined && other.reproduce !== first.reproduce && copyable(other.reproduce, "reproduce the request")}</li>
`;
  });
  return html`<details><summary>The same failure in ${counted(others.length, "more test case")}</summary><ul>
${items}</ul></details>
`;
}
