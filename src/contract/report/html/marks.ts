import type { CaseReport, Outcome } from "../../verification.js";
import { grouped } from "../wording.js";
import { html, type Markup } from "./markup.js";

export type State = Outcome["verdict"];

/** How a state is told: a sign and words beside its colour, for those who see no colours, and for print. */
export const STATES: Record<State, { sign: string; word: string; many: string; tone: string }> = {
  holds: { sign: "✓", word: "holds", many: "hold", tone: "good" },
  broken: { sign: "✗", word: "broken", many: "broken", tone: "bad" },
  "no answer": { sign: "!", word: "no answer", many: "without an answer", tone: "bad" },
  "not verified": { sign: "–", word: "not verified", many: "not verified", tone: "open" },
};

const ORDER = ["holds", "broken", "no answer", "not verified"] as const satisfies State[];

/** How many there are of each state that occurs. */
export function tallied(states: readonly State[]): { state: State; count: number }[] {
  return ORDER.map((state) => ({ state, count: states.filter((each) => each === state).length })).filter(
    ({ count }) => count > 0,
  );
}

export function statesOf(cases: readonly CaseReport[]): State[] {
  return cases.map(({ outcome }) => outcome.verdict);
}

/** `7 ✓ 1 ✗`: the sign is for the eye, the word for who listens. */
export function marks(states: readonly State[]): Markup[] {
  return tallied(states).map(({ state, count }) => {
    const { sign, many, tone } = STATES[state];
    return html`<span class="mark ${tone}">${grouped(count)} <span aria-hidden="true">${sign}</span><span class="heard"> ${many} </span></span>`;
  });
}

/** The state of one thing, in sign and word. */
export function badge(state: State): Markup {
  const { sign, word, tone } = STATES[state];
  return html`<span class="badge ${tone}"><span aria-hidden="true">${sign}</span> ${word}</span>`;
}

/** The worst that occurs gives a whole its colour. */
export function tone(states: readonly State[]): string {
  const tones = states.map((state) => STATES[state].tone);
  return ["bad", "open", "good"].find((each) => tones.includes(each)) ?? "";
}
