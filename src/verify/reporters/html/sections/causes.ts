import { causeKind, placeText, reach } from "#verify/report/cause/cause-text.js";
import { countingIn } from "#verify/report/cause/causes.js";
import { assumptions } from "#verify/report/failure.js";
import { acceptedIn, acceptedText, knownRemarks, knownText } from "#verify/report/known/known-text.js";
import { type CaseResult, type Cause, findingsOf, type Report } from "#verify/report/report.js";
import { counted } from "#verify/report/wording.js";
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

/** The causes of failures, each as a report to the team whose server it is. */
export function causes(report: Report): Section | undefined {
  const failures = countingIn(report.causes, "failure");
  if (failures.length === 0) return undefined;
  const facts = factsOf(report);
  const body = html`${
    report.verdict === "error" &&
    html`<p>This run proves nothing, for the reason above. The failures may not be faults of the server.</p>\n`
  }${failures.length > 1 && overview(failures)}${failures.map((cause, index) => failureArticle(cause, index, facts))}`;
  return { id: "causes", title: counted(failures.length, "cause"), body };
}

/** All causes, one line each. */
function overview(failures: readonly Cause[]): Markup {
  const items = failures.map(
    (cause, index) =>
      html`<li><a href="#cause-${index + 1}">${prose(cause.title)}</a> <span class="note">${reach(cause)}</span></li>\n`,
  );
  return html`<ol class="overview">\n${items}</ol>\n`;
}

function failureArticle(cause: Cause, index: number, facts: Facts): Markup {
  return html`<article class="failure" id="cause-${index + 1}">
${heading(cause, "failure")}
${details(cause, facts)}
${testCases(cause, facts)}</article>
`;
}

/** Observations that do not count against the server. Each is folded, except its title. */
export function warnings(report: Report): Section | undefined {
  const all = countingIn(report.causes, "warning");
  if (all.length === 0) return undefined;
  const facts = factsOf(report);
  const articles = all.map(
    (cause) => html`<article class="warning">
${heading(cause, "warning")}
<details><summary>Details</summary>${details(cause, facts)}</details>
</article>
`,
  );
  const body = html`<p class="note">The server may do this. No statement of the contract forbids it.</p>\n${articles}`;
  return { id: "warnings", title: "Warnings", count: all.length, body };
}

/** Known causes, which do not count, and the entries that a person has to look at. */
export function known(report: Report): Section | undefined {
  const accepted = acceptedIn(report.causes);
  const remarks = knownRemarks(report);
  if (accepted.length === 0 && remarks.length === 0) return undefined;
  const facts = factsOf(report);
  const articles = accepted.map(
    (cause) => html`<article class="warning">
${heading(cause, "known")}
${cause.known && html`<p>${bidi(knownText(cause.known))}</p>`}
<details><summary>Details</summary>${details(cause, facts)}${testCases(cause, facts)}</details>
</article>
`,
  );
  const notes = remarks.map(
    ({ sentence: text, entries }) =>
      html`<p>${text}${entries.length > 0 ? ":" : "."}</p>\n${entries.length > 0 && html`<ul>\n${entries.map((entry) => html`<li>${prose(entry)}</li>\n`)}</ul>\n`}`,
  );
  const body = html`<p class="note">${acceptedText(report)}. They do not fail the run.</p>\n${articles}${notes}`;
  return { id: "known", title: "Known causes", count: accepted.length, body };
}

/** The parts of a report that the text of a cause needs. */
interface Facts extends Pick<Report, "requirements" | "start"> {
  cases: ReadonlyMap<string, CaseResult>;
}

function factsOf({ requirements, start, cases }: Report): Facts {
  return { requirements, start, cases: new Map(cases.map((result) => [result.name, result])) };
}

function heading(cause: Cause, kind: "failure" | "warning" | "known"): Markup {
  const { check, title } = cause;
  const tone = kind === "failure" ? kind : "warning";
  const sign =
    kind === "known" ? "~" : kind === "warning" ? "⚠" : check === "error" || check === "no-response" ? "!" : "✗";
  return html`<h3>${prose(title)}</h3>
<p class="what"><span class="badge ${tone}"><span aria-hidden="true">${sign}</span> ${causeKind(cause)}</span> <span class="note">${reach(cause)}</span></p>`;
}

/** The example of a cause, and where the contract states what it breaks. */
function details({ requirements: ids, operations, example, known }: Cause, { requirements, start }: Facts): Markup {
  const { expected, received, assumes = [], stack, reproduce, says, method, path } = example;
  const place = placeText(example);
  const rows: [string, Part][] = [
    ...ids.map((id): [string, Part] => {
      const text = requirements.find((requirement) => requirement.id === id)?.requirement ?? "";
      return ["Requirement", html`<strong>${requirementLinks(requirements, [id])}</strong> ${prose(text)}`];
    }),
    ["Operations", operations.length > 1 ? bidi(operations.join(", ")) : bidi(`${method.toUpperCase()} ${path}`)],
    ["Contract", place !== undefined && code(place)],
    ["Known", known !== undefined && bidi(knownText(known))],
    ["Server says", says !== undefined && !received?.includes(says) && bidi(says)],
    ["Check first", assumes.length > 0 && bidi(assumptions(assumes))],
    ["Stack", stack !== undefined && preformatted(stack)],
    ["Reproduce", reproduce !== undefined && reproduce !== "" && reproduction(reproduce, start)],
  ];
  const shown = rows.filter(([, value]) => value !== false);
  return html`${expected !== undefined && received !== undefined && sides(expected, received)}<dl>\n${definitions(shown)}</dl>`;
}

/** Expected and received, side by side where the page is wide enough. */
function sides(expected: string, received: string): Markup {
  const shown = differing(expected, received);
  return html`<dl class="sides"><div><dt>Expected</dt><dd>${shown.expected}</dd></div><div><dt>Received</dt><dd>${shown.received}</dd></div></dl>
`;
}

/** The test cases of a cause, and those that fail because of it, folded. */
function testCases(cause: Cause, facts: Facts): Markup {
  const { cases, consequences } = cause;
  const list = (names: readonly string[]) => html`<ul>\n${names.map((name) => testCase(name, cause, facts))}</ul>`;
  return html`<details><summary>${counted(cases.length, "test case")}</summary>${list(cases)}</details>
${consequences.length > 0 && html`<details><summary>${counted(consequences.length, "more test case fails", "more test cases fail")} because of it</summary>${list(consequences)}</details>\n`}`;
}

/** A test case with what it found of a cause. */
function testCase(name: string, { id, example }: Cause, { cases }: Facts): Markup {
  const findings = findingsOf(cases.get(name)?.outcome ?? { verdict: "passed", statuses: [], duration: 0 });
  const [first, ...others] = findings.filter(({ cause }) => cause === id);
  const more = others.length > 0 && html` <span class="note">and ${others.length} more</span>`;
  const found = first && html`<br><span class="note">${bidi(first.message)}</span>${more}`;
  return html`<li>${bidi(name)}${found}
${first && first.reproduce !== example.reproduce && first.reproduce !== "" && copyable(first.reproduce, "reproduce the request")}</li>
`;
}
