import type { Report } from "#verify/report/report.js";
import {
  counted,
  formatDate,
  formatDuration,
  formatNumber,
  operationsText,
  sentence,
  VERDICTS,
  waitedText,
} from "#verify/report/wording.js";
import { bidi, definitions, html, joined, type Markup, type Part } from "./markup.js";
import type { Opening } from "./page.js";

const TONES: Record<Report["verdict"], string> = {
  passed: "success",
  failed: "failure",
  incomplete: "warning",
  error: "warning",
};

/** The verdict of the run, and the facts about it. */
export function opening(report: Report): Opening {
  const { contract, target, date, duration, seed, counts, coverage, exploration } = report;
  const wait = waitedText(report.waited);
  const { sign, headline } = VERDICTS[report.verdict];
  const facts: [string, Part][] = [
    ["Contract", bidi(`${contract.title} ${contract.version}`)],
    ["Target", bidi(target)],
    ["Date", html`<time datetime="${date}">${formatDate(date)}</time>`],
    ["Duration", formatDuration(duration)],
    ...(wait === undefined ? [] : [["Waited for the target", wait] satisfies [string, Part]]),
    ["Test cases", formatNumber(counts.cases)],
    ...(coverage ? [["Operations", operationsText(coverage.operations)] satisfies [string, Part]] : []),
    ["Requests", formatNumber(counts.requests)],
    ...(exploration ? [["Exploration", counted(exploration.requests, "request")] satisfies [string, Part]] : []),
    ["Seed (--seed)", String(seed)],
  ];
  return {
    title: `${sign} ${headline}: ${contract.title} ${contract.version}, ${target}`,
    header: html`<header class="${TONES[report.verdict]}">
<p class="kicker">Contract verification</p>
<div class="verdict"><span class="sign" aria-hidden="true">${sign}</span><div>
<h1>${headline}</h1>
<p>${explanation(report)}</p>
</div></div>
<dl class="facts">
${definitions(facts)}</dl>
</header>`,
  };
}

/** The verdict in a sentence, with links to the sections that it mentions. */
function explanation({ verdict, reason, counts }: Report): Markup {
  if (verdict === "error") return bidi(sentence(reason ?? "The reason is unknown"));
  const { cases, passed, failed, known = 0, errors, skipped, warnings } = counts;
  const warned = warnings > 0 && html`<a href="#warnings">${counted(warnings, "warning")}</a>`;
  if (passed === cases && reason === undefined)
    return html`${cases === 1 ? "The one test case" : `All ${formatNumber(cases)} test cases`} passed${warned && html`, with ${warned}`}.`;
  const parts = [
    `${formatNumber(passed)} of ${counted(cases, "test case")} passed`,
    failed > 0 && html`<a href="#causes">${formatNumber(failed)} failed</a>`,
    errors > 0 && html`<a href="#causes">${formatNumber(errors)} ended with an error</a>`,
    known > 0 && html`<a href="#known">${formatNumber(known)} known</a>`,
    skipped > 0 && html`<a href="#skipped">${formatNumber(skipped)} skipped</a> (not tested)`,
    warned,
  ].filter((part) => part !== false);
  return html`${joined(parts, "; ")}.${reason !== undefined && html` ${bidi(sentence(reason))}`}`;
}
