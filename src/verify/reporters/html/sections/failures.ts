import { assumptions } from "../../../report/failure.js";
import { groupBy, type Report } from "../../../report/report.js";
import { counted, sentence } from "../../../report/wording.js";
import { operationName } from "../badges.js";
import { bidi, code, definitions, html, type Markup, type Part, prose } from "../markup.js";
import type { Section } from "../page.js";
import { requirementLinks } from "../requirement-links.js";
import { type CaseFailure, failureGroups } from "./failure-groups.js";

type Requirements = Report["requirements"];

/** Each failure as a report to the team whose server it is. Equal failures of an operation are merged. */
export function failures({ cases, requirements, verdict, counts }: Report): Section | undefined {
  const groups = failureGroups(cases);
  if (groups.length === 0) return undefined;
  const byOperation = groupBy(groups, ([first]) => first?.result.operation);
  const body = html`${
    verdict === "error" &&
    html`<p>This run proves nothing, for the reason above. The failures may not be faults of the server.</p>\n`
  }${[...byOperation.values()].map((own) => {
    const first = own[0]?.[0];
    return html`<h3>${first && operationName(first.result)}</h3>\n${own.map((group) => article(group, requirements))}`;
  })}`;
  return { id: "failures", title: "Failures", count: counts.failed + counts.errors, body };
}

function article(group: readonly CaseFailure[], requirements: Requirements): Markup | undefined {
  const [first, ...others] = group;
  if (!first) return undefined;
  return html`<article>
<h4><span class="badge failure"><span aria-hidden="true">${first.check === undefined ? "!" : "✗"}</span> ${bidi(first.check ?? "error")}</span> ${bidi(sentence(first.message))}</h4>
<dl>
${definitions(details(first, group, requirements))}</dl>
${others.length > 0 && otherCases(first, others)}</article>
`;
}

function details(first: CaseFailure, group: readonly CaseFailure[], requirements: Requirements): [string, Part][] {
  const { result, check, place, expected, received, assumes = [], stack, reproduce } = first;
  // An error belongs to no requirement. Its test cases did not verify the requirements that they cover.
  const covered = new Set(check === undefined ? group.flatMap((failure) => failure.result.covers) : []);
  const rows: [string, Part][] = [
    ["Test case", html`${bidi(result.name)}${repetitions(first)}`],
    ...(first.requirements ?? []).map((id): [string, Part] => {
      const text = requirements.find((each) => each.id === id)?.requirement ?? "";
      return ["Requirement", html`<strong>${requirementLinks(requirements, [id])}</strong> ${prose(text)}`];
    }),
    ["Covers", covered.size > 0 && requirementLinks(requirements, covered)],
    ["Contract", place !== undefined && code(place)],
    ["Expected", expected !== undefined && bidi(expected)],
    ["Received", received !== undefined && bidi(received)],
    ["Assumes", assumes.length > 0 && bidi(assumptions(assumes))],
    ["Stack", stack !== undefined && preformatted(stack)],
    ["Reproduce", reproduce !== undefined && preformatted(reproduce)],
  ];
  return rows.filter(([, value]) => value !== false);
}

/** The other test cases of a group, each with the facts that differ from the first failure. */
function otherCases(first: CaseFailure, others: readonly CaseFailure[]): Markup {
  const items = others.map((other) => {
    const differing = (["message", "expected", "received"] as const).filter((name) => other[name] !== first[name]);
    return html`<li>${bidi(other.result.name)}${repetitions(other)}${differing.map((name) => html`<br><span class="note">${name}</span> ${bidi(other[name] ?? "")}`)}
${other.reproduce !== undefined && other.reproduce !== first.reproduce && preformatted(other.reproduce)}</li>
`;
  });
  return html`<details><summary>The same failure in ${counted(others.length, "more test case")}</summary><ul>
${items}</ul></details>
`;
}

function repetitions({ count }: CaseFailure): Markup | false {
  return count > 1 && html` <span class="note">${counted(count, "time")}, first:</span>`;
}

function preformatted(text: string): Markup {
  return html`<pre class="command"><code>${text}</code></pre>`;
}
