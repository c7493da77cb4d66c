import { assumptions, kindOf } from "#verify/report/failure.js";
import type { CaseResult, Finding, Report } from "#verify/report/report.js";
import { counted, formatNumber, sentence } from "#verify/report/wording.js";
import { preformatted, reproduction } from "../command.js";
import { differing } from "../difference.js";
import { bidi, code, definitions, html, type Markup, type Part, prose } from "../markup.js";
import { requirementLinks } from "../requirement-links.js";

/** A finding, or an error of a test case, which has a message and perhaps a stack, but not a check. */
export type Problem = Partial<Omit<Finding, "reproduce" | "message">> & {
  message: string;
  reproduce: string | undefined;
  stack?: string | undefined;
};

/** The parts of a report that the text of a finding needs. */
export type Facts = Pick<Report, "requirements" | "start">;

/** The kind of a finding, or of an error without a check. */
export function kind(
  tone: "failure" | "warning",
  { check, basis = "stated" }: Pick<Problem, "check" | "basis">,
): Markup {
  const sign = tone === "warning" ? "⚠" : check === undefined ? "!" : "✗";
  const text = check === undefined ? "error" : kindOf({ check, basis });
  return html`<span class="badge ${tone}"><span aria-hidden="true">${sign}</span> ${bidi(text)}</span>`;
}

/** The names of test cases with the same finding: the first, and how many there are. */
export function caseName(name: string, count: number): Markup {
  return html`${bidi(name)}${count > 1 && html` <span class="note">Seen in ${formatNumber(count)} test cases</span>`}`;
}

/** The fault and its place, in one line. */
export function statement({ message, place }: Problem, { method, path }: Pick<CaseResult, "method" | "path">): Markup {
  return html`<p class="what">${bidi(sentence(message))} <span class="route">${bidi(`${method.toUpperCase()} ${path}`)}${place !== undefined && html`, ${code(place)}`}</span></p>`;
}

/** Everything about a finding below its statement. */
export function details(
  problem: Problem,
  { requirements, start }: Facts,
  covered: ReadonlySet<string> = new Set(),
): Markup {
  const { expected, received, assumes = [], stack, reproduce } = problem;
  const rows: [string, Part][] = [
    ...(problem.requirements ?? []).map((id): [string, Part] => {
      const text = requirements.find((each) => each.id === id)?.requirement ?? "";
      return ["Requirement", html`<strong>${requirementLinks(requirements, [id])}</strong> ${prose(text)}`];
    }),
    ["Covers", covered.size > 0 && requirementLinks(requirements, covered)],
    ["Assumes", assumes.length > 0 && bidi(assumptions(assumes))],
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
export function repetitions(count: number): Markup | false {
  return count > 1 && html` <span class="note">${counted(count, "time")}</span>`;
}
