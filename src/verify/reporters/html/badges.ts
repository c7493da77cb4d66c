import { type CaseResult, type CaseState, type RequirementState, stateOf } from "#verify/report/report.js";
import { formatNumber } from "#verify/report/wording.js";
import { bidi, code, html, joined, type Markup } from "./markup.js";

/** How a test case ended, or the state of a requirement. */
export type State = CaseState | RequirementState["state"];

/** A sign and a word beside the color, for people who see no colors, and for print. */
export const STATES: Record<State, { sign: string; plural: string; tone: "success" | "failure" | "warning" }> = {
  passed: { sign: "✓", plural: "passed", tone: "success" },
  verified: { sign: "✓", plural: "verified", tone: "success" },
  failed: { sign: "✗", plural: "failed", tone: "failure" },
  error: { sign: "!", plural: "errors", tone: "failure" },
  known: { sign: "~", plural: "known", tone: "warning" },
  skipped: { sign: "–", plural: "skipped", tone: "warning" },
  "not verified": { sign: "–", plural: "not verified", tone: "warning" },
};

const ORDER = ["passed", "verified", "failed", "error", "known", "skipped", "not verified"] as const satisfies State[];

/** The number of each state that occurs. */
export function countStates(states: readonly State[]): { state: State; count: number }[] {
  const counts = ORDER.map((state) => ({ state, count: states.filter((counted) => counted === state).length }));
  return counts.filter(({ count }) => count > 0);
}

/** How test cases ended. */
export function statesOf(cases: readonly CaseResult[]): State[] {
  return cases.map(({ outcome }) => stateOf(outcome));
}

/** The head of a row or a paragraph about an operation. */
export function operationName({ operation, method, path }: CaseResult): Markup {
  return html`${code(operation)} <span class="route">${bidi(`${method.toUpperCase()} ${path}`)}</span>`;
}

/** One state as a sign and a word. */
export function badge(state: State): Markup {
  const { sign, tone } = STATES[state];
  return html`<span class="badge ${tone}"><span aria-hidden="true">${sign}</span> ${state}</span>`;
}

/** A cell with the states of test cases: `7 ✓ 1 ✗`, with words in place of the signs for screen readers. */
export function stateCell(cases: readonly CaseResult[]): Markup {
  const counts = countStates(statesOf(cases));
  const marks = counts.map(({ state, count }) => {
    const { sign, plural, tone } = STATES[state];
    return html`<span class="mark ${tone}">${formatNumber(count)} <span aria-hidden="true">${sign}</span><span class="visually-hidden"> ${count === 1 ? state : plural} </span></span>`;
  });
  const tones = new Set(counts.map(({ state }) => STATES[state].tone));
  const worst = (["failure", "warning", "success"] as const).find((tone) => tones.has(tone));
  return html`<td class="number ${worst}">${joined(marks, " ")}</td>`;
}
