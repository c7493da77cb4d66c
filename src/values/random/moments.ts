import { fieldWords } from "./field-words.js";
import { between, type Randomness } from "./randomness.js";

const DAY = 86_400_000;

/**
 * Days from today, by what the name of a field suggests. A change follows the creation, and an end follows the change. A range
 * that begins after today ends after its begin.
 */
const SPANS: readonly (readonly [names: RegExp, from: number, to: number])[] = [
  [/\b(birth|born|birthday|dob)\b/, -20_000, -8000],
  [/\b(ends?|ending|expir(es|y|ation)|due|until|deadline|stops?|finish(es)?|closes?|valid to|to)\b/, 20, 29],
  [/\b(created?|creation|registered|registration|joined|ordered|placed|submitted|issued)\b/, -38, -31],
  [/\b(closed|completed|delivered|archived|deleted|removed|resolved|cancell?ed)\b/, -1, -1],
  [/\b(starts?|starting|begins?|publish|scheduled?|opens?|valid from|send at|deliver)\b/, 2, 9],
];

/** The days of any other field. Most moments that an API stores are past. */
const RECENT = { from: -30, to: -2 };

/**
 * A moment near now that suits the name of a field, in whole seconds. The same seed gives the same moments for the whole day.
 *
 * @param name of the field: `ends_at` is later than `starts_at`, and both are to come
 */
export function momentFor(name: string, randomness: Randomness): Date {
  const words = fieldWords(name);
  const [, from, to] = SPANS.find(([names]) => names.test(words)) ?? [undefined, RECENT.from, RECENT.to];
  const today = Math.floor(Date.now() / DAY) * DAY;
  return new Date(today + between(randomness, from, to) * DAY + between(randomness, 0, 86_399) * 1000);
}
