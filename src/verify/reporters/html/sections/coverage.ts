import type { Report } from "#verify/report/report.js";
import { formatNumber } from "#verify/report/wording.js";
import { countStates, STATES, type State, statesOf } from "../badges.js";
import { html, type Markup } from "../markup.js";
import type { Section } from "../page.js";
import { parameters, statuses } from "./by-operation.js";
import { exercisedParts } from "./exercised-parts.js";
import { requirements } from "./requirements.js";
import { suiteMatrix } from "./suite-matrix.js";

/** Test cases and requirements in one strip. Everything that passed is folded. */
export function coverage({ requirements: all, cases, coverage: parts }: Report): Section | undefined {
  if (cases.length === 0 && all.length === 0) return undefined;
  const states = statesOf(cases);
  const caseStates: State[] = ["passed", "failed", ...(states.includes("error") ? ["error" as const] : []), "skipped"];
  const body = html`<div class="strip">${cases.length > 0 && tally("Test cases", states, caseStates)}
${
  all.length > 0 &&
  tally(
    "Requirements",
    all.map(({ state }) => state),
    ["verified", "failed", "not verified"],
  )
}</div>
${all.length > 0 && requirements(all)}
${cases.length > 0 && suiteMatrix(cases)}
${parts && exercisedParts(parts)}
${parameters(cases)}
${statuses(cases)}`;
  return { id: "coverage", title: "Coverage", body };
}

/** The number of each state, in figures and as a bar. Zeros are shown too: a reader looks for "failed". */
function tally(label: string, states: readonly State[], shown: readonly State[]): Markup {
  const counts = countStates(states);
  return html`<div class="tally">
<dl>
<div><dt>${label}</dt><dd>${formatNumber(states.length)}</dd></div>
${shown.map((state) => {
  const count = counts.find((each) => each.state === state)?.count ?? 0;
  const { sign, plural, tone } = STATES[state];
  return html`<div class="${count > 0 ? tone : "none"}"><dt><span aria-hidden="true">${sign}</span> ${plural}</dt><dd>${formatNumber(count)}</dd></div>\n`;
})}</dl>
<div class="bar" aria-hidden="true">${counts.map(({ state, count }) => html`<span class="${STATES[state].tone}" style="flex-grow:${count}"></span>`)}</div>
</div>`;
}
