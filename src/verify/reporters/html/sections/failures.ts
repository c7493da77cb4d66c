import { assumptions } from "../../../report/failure.js";
import { groupBy, type Report } from "../../../report/report.js";
import { counted, sentence } from "../../../report/wording.js";
import { bidi, code, html, type Markup, type Part, prose } from "../markup.js";
import type { Section } from "../page.js";
import { RequirementIndex } from "../requirement-index.js";
import { type CaseFailure, failureGroups } from "./failure-groups.js";

/** Each failure as a report to the team whose server it is. Equal failures of an operation are merged. */
export function failures({ cases, requirements, verdict, counts }: Report): Section | undefined {
  const groups = failureGroups(cases);
  if (groups.length === 0) return undefined;
  const index = new RequirementIndex(requirements);
  const byOperation = groupBy(groups, ([first]) => first?.result.operation ?? "");
  const body = html`${
    verdict === "error" &&
    html`<p>This run proves nothing, for the reason above. The failures may not be faults of the server.</p>
`
  }${[...byOperation].map(([operation, own]) => {
    const { method = "", path = "" } = own[0]?.[0]?.result ?? {};
    return html`<h3>${code(operation)} <span class="route">${bidi(`${method.toUpperCase()} ${path}`)}</span></h3>
${own.map((group) => article(group, index))}`;
  })}`;
  return { id: "failures", title: "Failures", count: counts.failed + counts.errors, body };
}

function article(group: readonly CaseFailure[], requirements: RequirementIndex): Markup | false {
  const [first] = group;
  if (!first) return false;
  const byCase = [...groupBy(group, ({ result }) => result).values()];
  return html`<article>
<h4><span class="badge failure"><span aria-hidden="true">${first.check === undefined ? "!" : "✗"}</span> ${bidi(first.check ?? "error")}</span> ${bidi(sentence(first.message))}</h4>
<dl>
${details(first, byCase, requirements).map(
  ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
)}</dl>
${otherCases(first, byCase.slice(1))}</article>
`;
}

function details(
  first: CaseFailure,
  byCase: readonly CaseFailure[][],
  requirements: RequirementIndex,
): [string, Part][] {
  // An error belongs to no requirement. Its test cases did not verify the requirements that they cover.
  const covered = new Set(first.check === undefined ? byCase.flatMap(([failure]) => failure?.result.covers ?? []) : []);
  const rows: [string, Part][] = [
    ["Test case", html`${bidi(first.result.name)}${repetitions(byCase[0] ?? [])}`],
    ...first.requirements.map((id): [string, Part] => [
      "Requirement",
      html`<strong>${requirements.links([id])}</strong> ${prose(requirements.textOf(id))}`,
    ]),
    ["Covers", covered.size > 0 && requirements.links(covered)],
    ["Contract", first.place !== undefined && code(first.place)],
    ["Expected", first.expected !== undefined && bidi(first.expected)],
    ["Received", first.received !== undefined && bidi(first.received)],
    ["Assumes", first.assumes.length > 0 && bidi(assumptions(first.assumes))],
    ["Stack", first.stack !== undefined && preformatted(first.stack)],
    ["Reproduce", first.reproduce !== undefined && preformatted(first.reproduce)],
  ];
  return rows.filter(([, value]) => value !== false);
}

/** The other test cases of a group, each with the facts that differ from the first failure. */
function otherCases(first: CaseFailure, byCase: readonly CaseFailure[][]): Markup | false {
  if (byCase.length === 0) return false;
  const items = byCase.map((own) => {
    const [other] = own;
    if (!other) return false;
    const differing = (["message", "expected", "received"] as const).filter((name) => other[name] !== first[name]);
    return html`<li>${bidi(other.result.name)}${repetitions(own)}${differing.map((name) => html`<br><span class="note">${name}</span> ${bidi(other[name] ?? "")}`)}
${other.reproduce !== undefined && other.reproduce !== first.reproduce && preformatted(other.reproduce)}</li>
`;
  });
  return html`<details><summary>The same failure in ${counted(byCase.length, "more test case")}</summary><ul>
${items}</ul></details>
`;
}

/** A test case may find the same several times: in each item of a list, for example. */
function repetitions({ length }: readonly CaseFailure[]): Markup | false {
  return length > 1 && html` <span class="note">${counted(length, "time")}, first:</span>`;
}

function preformatted(text: string): Markup {
  return html`<pre class="command"><code>${text}</code></pre>`;
}
