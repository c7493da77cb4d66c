import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";

/** A text of at most so many characters, without half of a surrogate pair at its end. Three dots stand for the rest. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}

/** The most characters of a value in words. */
const MOST_SHOWN = 40;

/** A value in words. */
export function shownValue(value: Json): string {
  return shortened(jsonText(value), MOST_SHOWN);
}
