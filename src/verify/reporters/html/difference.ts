import { html, type Markup } from "./markup.js";

/** Texts with a smaller shared part differ as a whole: marks on single letters would not help. */
const MIN_SHARED = 0.4;

/** A longer text that differs as a whole has no mark. */
const MAX_MARKED = 100;

/** A finding's two sides, with the part that differs in a `mark`. Without enough in common, a short received text is. */
export function differing(expected: string, received: string): { expected: Markup; received: Markup } {
  const [wanted, found] = [words(expected), words(received)];
  const before = sharedLength(wanted, found);
  const after = sharedLength(wanted.slice(before).toReversed(), found.slice(before).toReversed());
  const shared = [...found.slice(0, before), ...found.slice(found.length - after)].join("").length;
  if (shared < MIN_SHARED * Math.max(expected.length, received.length)) {
    const isLong = received.length > MAX_MARKED;
    return {
      expected: html`<bdi>${expected}</bdi>`,
      received: html`<bdi>${isLong ? received : html`<mark>${received}</mark>`}</bdi>`,
    };
  }
  return { expected: marked(wanted, before, after), received: marked(found, before, after) };
}

/** Words, numbers and single signs, so that no mark begins within a word. */
function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu) ?? [];
}

function sharedLength(left: readonly string[], right: readonly string[]): number {
  const first = left.findIndex((part, index) => part !== right[index]);
  return first === -1 ? left.length : first;
}

function marked(parts: readonly string[], before: number, after: number): Markup {
  const end = parts.length - after;
  const differs = parts.slice(before, end).join("");
  return html`<bdi>${parts.slice(0, before).join("")}${differs !== "" && html`<mark>${differs}</mark>`}${parts.slice(end).join("")}</bdi>`;
}
