import { type Coverage, coveragePercent, type Report } from "#verify/report/report.js";
import { formatNumber } from "#verify/report/wording.js";
import { countStates, STATES, type State, statesOf } from "../badges.js";
import { bidi, code, html, type Markup } from "../markup.js";
import { type Section, table } from "../page.js";
import { requirements } from "./requirements.js";
import { suiteMatrix } from "./suite-matrix.js";
import { parameters, statuses } from "./test-cases.js";

/** A longer list hides the rest: report.json has every name. */
const MAX_NAMES = 30;

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
  const count = counts.find((entry) => entry.state === state)?.count ?? 0;
  const { sign, plural, tone } = STATES[state];
  return html`<div class="${count > 0 ? tone : "none"}"><dt><span aria-hidden="true">${sign}</span> ${plural}</dt><dd>${formatNumber(count)}</dd></div>\n`;
})}</dl>
<div class="bar" aria-hidden="true">${counts.map(({ state, count }) => html`<span class="${STATES[state].tone}" style="flex-grow:${count}"></span>`)}</div>
</div>`;
}

/** The share of the document that was exercised, and the parts that were not, folded. */
function exercisedParts({ kinds, missing }: Coverage): Markup {
  const title = `${coveragePercent({ kinds })} % of the document was exercised`;
  const counts = kinds.map(
    ({ kind, exercised, total }) =>
      html`<tr><th scope="row">${kind}</th><td>${formatNumber(exercised)} of ${formatNumber(total)}</td></tr>\n`,
  );
  const rows = missing.map(
    ({ operation, kind, names, reason }) =>
      html`<tr><th scope="row">${code(operation)}</th><td>${kind}</td><td class="names">${names.slice(0, MAX_NAMES).map((name) => html`<div>${code(name)}</div>`)}${
        names.length > MAX_NAMES && html`<div>… and ${formatNumber(names.length - MAX_NAMES)} more</div>`
      }</td><td class="text">${bidi(reason)}</td></tr>\n`,
  );
  return html`<details><summary>${title}</summary><div class="cards">${table(title, ["Part", "Exercised"], counts)}${
    rows.length > 0 && table("Parts that were not exercised", ["Operation", "Part", "Names", "Reason"], rows)
  }</div></details>`;
}
