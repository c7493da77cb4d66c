import { type CaseResult, groupBy, type Report, SUITES, type SuiteId } from "../../../report/report.js";
import { formatNumber } from "../../../report/wording.js";
import { badge, countStates, operationName, STATES, type State, stateCell, statesOf } from "../badges.js";
import { definitions, html, joined, type Markup } from "../markup.js";
import { type Section, table } from "../page.js";

/** Each suite in a sentence, for readers who did not write its test cases. */
const MEANINGS: Record<SuiteId, string> = {
  examples: "The contract's own examples get the documented responses.",
  "invalid-requests": "Requests that the contract does not allow are rejected.",
  "unknown-resources": "Resources that do not exist are not found.",
  robustness: "Unusual input does not lead to a server error.",
  authentication: "Without a valid key, the server shows nothing and changes nothing.",
  pagination: "The pages of a list together hold each item once.",
  links: "A created resource can be retrieved, changed and deleted.",
  "list-items": "Each item of a list can be retrieved, with the same data.",
  "unsupported-methods": "A method that a path does not have does not lead to a failure of the server.",
  rules: "Requirements of this API that only several requests together can show.",
};

/** The whole run on one screen. */
export function summary({ requirements, cases }: Report): Section | undefined {
  if (cases.length === 0 && requirements.length === 0) return undefined;
  const states = statesOf(cases);
  const caseStates: State[] = ["passed", "failed", ...(states.includes("error") ? ["error" as const] : []), "skipped"];
  const requirementStates = requirements.map(({ state }) => state);
  const body = html`${requirements.length > 0 && tally("Requirements", requirementStates, ["verified", "failed", "not verified"])}
${cases.length > 0 && tally("Test cases", states, caseStates)}
${cases.length > 0 && matrix(cases)}`;
  return { id: "summary", title: "Summary", body };
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

/** A table of operations and suites. */
function matrix(cases: readonly CaseResult[]): Markup {
  const suites = SUITES.filter((suite) => cases.some((each) => each.suite === suite));
  const cells = (own: readonly CaseResult[]) => [
    ...suites.map((suite) => stateCell(own.filter((each) => each.suite === suite))),
    stateCell(own),
  ];
  const rows = [...groupBy(cases, ({ operation }) => operation).values()].map((own) => {
    const [first] = own;
    return html`<tr><th scope="row">${first && operationName(first)}</th>${cells(own)}</tr>\n`;
  });
  const totals = html`<tr><th scope="row">All operations</th>${cells(cases)}</tr>\n`;
  const columns = ["Operation", ...[...suites, "all"].map((number) => ({ number }))];
  const badges = countStates(statesOf(cases)).map(({ state }) => badge(state));
  return html`<h3>Test cases by operation and suite</h3>
<div class="matrix">${table("Test cases by operation and suite", columns, rows, totals)}</div>
<p class="legend">${joined(badges, " ")}</p>
<dl class="legend">
${definitions(suites.map((suite) => [suite, MEANINGS[suite]]))}</dl>`;
}
