import { KINDS, type Kind } from "../../case.js";
import type { CaseReport } from "../../verification.js";
import type { Report } from "../report.js";
import { grouped } from "../wording.js";
import { badge, marks, STATES, type State, statesOf, tallied, tone } from "./marks.js";
import { code, html, joined, type Markup, told } from "./markup.js";
import { column, type Section, table } from "./page.js";

/** What the cases of a kind prove, for those who do not write them. */
const MEANINGS: Record<Kind, string> = {
  example: "the contract's own examples are answered as it says",
  refused: "what the contract does not allow is refused",
  credentials: "without a valid key nothing is shown or done",
  unknown: "what does not exist is not found",
  method: "a method that a path does not have does no harm",
  paging: "lists are whole, page by page",
  sequence: "what one request makes, the next one finds",
  rule: "what only several requests together can show",
};

/** The whole run on one screen. */
export function glance({ promises, cases }: Report): Section | undefined {
  if (cases.length === 0 && promises.length === 0) return undefined;
  const body = html`${
    promises.length > 0 &&
    tally(
      "Promises",
      promises.map(({ state }) => state),
    )
  }
${cases.length > 0 && tally("Cases", statesOf(cases))}
${cases.length > 0 && matrix(cases)}`;
  return { id: "glance", title: "At a glance", body };
}

/** How many of what, as numbers and as a bar. */
function tally(what: string, states: readonly State[]): Markup {
  const counts = tallied(states);
  // A row that lacks "broken" leaves open whether there is any.
  const shown = (["holds", "broken", "no answer", "not verified"] as const).filter(
    (state) => state !== "no answer" || states.includes(state),
  );
  return html`<div class="tally">
<dl>
<div><dt>${what}</dt><dd>${grouped(states.length)}</dd></div>
${shown.map((state) => {
  const count = counts.find((each) => each.state === state)?.count ?? 0;
  const { sign, many, tone: color } = STATES[state];
  return html`<div class="${count > 0 ? color : "none"}"><dt><span aria-hidden="true">${sign}</span> ${many}</dt><dd>${grouped(count)}</dd></div>
`;
})}</dl>
<div class="bar" aria-hidden="true">${counts.map(({ state, count }) => html`<span class="${STATES[state].tone}" style="flex-grow:${count}"></span>`)}</div>
</div>`;
}

/** Operations by kinds of cases. */
function matrix(cases: readonly CaseReport[]): Markup {
  const kinds = KINDS.filter((kind) => cases.some((each) => each.kind === kind));
  const operations = [...new Set(cases.map(({ operation }) => operation))];
  const cell = (own: readonly CaseReport[]) => {
    const states = statesOf(own);
    return html`<td class="number ${tone(states)}">${joined(marks(states), " ")}</td>`;
  };
  const rows = operations.map((operation) => {
    const own = cases.filter((each) => each.operation === operation);
    return html`<tr>${operationHead(own)}${kinds.map((kind) => cell(own.filter((each) => each.kind === kind)))}${cell(own)}</tr>
`;
  });
  const closing = html`<tr><th scope="row">All operations</th>${kinds.map((kind) => cell(cases.filter((each) => each.kind === kind)))}${cell(cases)}</tr>
`;
  const columns = [column("Operation"), ...[...kinds, "all"].map((kind) => column(kind, "number"))];
  const states = tallied(statesOf(cases)).map(({ state }) => badge(state));
  return html`<h3>Cases by operation and kind</h3>
<div class="matrix">${table("Cases by operation and kind", columns, rows, closing)}</div>
<p class="legend">${joined(states, " ")}</p>
<dl class="legend">
${kinds.map(
  (kind) => html`<div><dt>${kind}</dt><dd>${MEANINGS[kind]}</dd></div>
`,
)}</dl>`;
}

/** An operation at the beginning of its row. */
function operationHead(own: readonly CaseReport[]): Markup {
  const [first] = own;
  if (!first) return html`<th scope="row"></th>`;
  return html`<th scope="row">${code(first.operation)} <span class="route">${told(`${first.method.toUpperCase()} ${first.path}`)}</span></th>`;
}
