import {
  type CaseFailure,
  distinctWarnings,
  failureGroups,
  type Problem,
  type Warning,
} from "#verify/report/distinct-findings.js";
import { assumptions, kindOf } from "#verify/report/failure.js";
import type { CaseResult, Report } from "#verify/report/report.js";
import { counted, formatNumber, sentence } from "#verify/report/wording.js";
import { differing } from "../difference.js";
import {
  bidi,
  code,
  copyable,
  definitions,
  html,
  type Markup,
  type Part,
  preformatted,
  prose,
  reproduction,
} from "../markup.js";
import type { Section } from "../page.js";
import { requirementLinks } from "./requirements.js";

/** Each failure as a report to the team whose server it is. Equal failures of an operation are merged. */
export function failures(report: Report): Section | undefined {
  const groups = failureGroups(report.cases);
  if (groups.length === 0) return undefined;
  const body = html`${
    report.verdict === "error" &&
    html`<p>This run proves nothing, for the reason above. The failures may not be faults of the server.</p>\n`
  }${groups.map((group) => failureArticle(group, report))}`;
  return { id: "failures", title: "Failures", count: groups.length, body };
}

function failureArticle(group: readonly CaseFailure[], facts: Facts): Markup | undefined {
  const [first, ...rest] = group;
  if (!first) return undefined;
  // An error belongs to no requirement. Its test cases did not verify the requirements that they cover.
  const covered = new Set(first.check === undefined ? group.flatMap(({ result }) => result.covers) : []);
  return html`<article class="failure">
<h3>${kind("failure", first)} ${caseName(first.result.name, group.length)}${repetitions(first.count)}</h3>
${statement(first, first.result)}
${details(first, facts, covered)}
${rest.length > 0 && otherCases(first, rest)}</article>
`;
}

/** The other test cases of a group, each with the facts that differ from the first failure. */
function otherCases(first: CaseFailure, rest: readonly CaseFailure[]): Markup {
  const items = rest.map((failure) => {
    const differing = (["message", "expected", "received"] as const).filter((name) => failure[name] !== first[name]);
    return html`<li>${bidi(failure.result.name)}${repetitions(failure.count)}${differing.map((name) => html`<br><span class="note">${name}</span> ${bidi(failure[name] ?? "")}`)}
${failure.reproduce !== undefined && failure.reproduce !== first.reproduce && copyable(failure.reproduce, "reproduce the request")}</li>
`;
  });
  return html`<details><summary>The same failure in ${counted(rest.length, "more test case")}</summary><ul>
${items}</ul></details>
`;
}

/** Observations that do not count against the server. Each is folded, except its statement. */
export function warnings(report: Report): Section | undefined {
  const all = distinctWarnings(report.cases);
  if (all.length === 0) return undefined;
  const body = html`<p class="note">The server may do this. No statement of the contract forbids it.</p>\n${all.map((warning) => warningArticle(warning, report))}`;
  return { id: "warnings", title: "Warnings", count: all.length, body };
}

function warningArticle(warning: Warning, facts: Facts & Pick<Report, "cases">): Markup {
  const { cases } = warning;
  const [name = ""] = cases;
  return html`<article class="warning">
<h3>${kind("warning", warning)} ${caseName(name, cases.length)}</h3>
${statement(warning, warning)}
<details><summary>Details</summary>${details(warning, facts)}</details>
</article>
`;
}

/** The parts of a report that the text of a finding needs. */
type Facts = Pick<Report, "requirements" | "start">;

/** The kind of a finding, or of an error without a check. */
function kind(tone: "failure" | "warning", { check, basis = "stated" }: Pick<Problem, "check" | "basis">): Markup {
  const sign = tone === "warning" ? "⚠" : check === undefined ? "!" : "✗";
  const text = check === undefined ? "error" : kindOf({ check, basis });
  return html`<span class="badge ${tone}"><span aria-hidden="true">${sign}</span> ${bidi(text)}</span>`;
}

/** The names of test cases with the same finding: the first, and how many there are. */
function caseName(name: string, count: number): Markup {
  return html`${bidi(name)}${count > 1 && html` <span class="note">Seen in ${formatNumber(count)} test cases</span>`}`;
}

/** The fault and its place, in one line. */
function statement({ message, place }: Problem, { method, path }: Pick<CaseResult, "method" | "path">): Markup {
  return html`<p class="what">${bidi(sentence(message))} <span class="route">${bidi(`${method.toUpperCase()} ${path}`)}${place !== undefined && html`, ${code(place)}`}</span></p>`;
}

/** Everything about a finding below its statement. */
function details(problem: Problem, { requirements, start }: Facts, covered: ReadonlySet<string> = new Set()): Markup {
  const { expected, received, assumes = [], stack, reproduce } = problem;
  const rows: [string, Part][] = [
    ...(problem.requirements ?? []).map((id): [string, Part] => {
      const text = requirements.find((requirement) => requirement.id === id)?.requirement ?? "";
      return ["Requirement", html`<strong>${requirementLinks(requirements, [id])}</strong> ${prose(text)}`];
    }),
    ["Covers", covered.size > 0 && requirementLinks(requirements, covered)],
    ["Check first", assumes.length > 0 && bidi(assumptions(assumes))],
    ["Stack", stack !== undefined && preformatted(stack)],
    ["Reproduce", reproduce !== undefined && reproduce !== "" && reproduction(reproduce, start)],
  ];
  const shown = rows.filter(([, value]) => value !== false);
  return html`${expected !== undefined && received !== undefined && sides(expected, received)}${shown.length > 0 && html`<dl>\n${definitions(shown)}</dl>`}`;
}

/** Expected and received, side by side where the page is wide enough. */
function sides(expected: string, received: string): Markup {
  const shown = differing(expected, received);
  return html`<dl class="sides"><div><dt>Expected</dt><dd>${shown.expected}</dd></div><div><dt>Received</dt><dd>${shown.received}</dd></div></dl>
`;
}

/** How often one test case found the same. */
function repetitions(count: number): Markup | false {
  return count > 1 && html` <span class="note">${counted(count, "time")}</span>`;
}
