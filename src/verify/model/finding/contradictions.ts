import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { type Difference, differences, isTimestamp } from "./differences.js";
import { isOfCreation } from "./moments.js";

/**
 * The fields in which two representations of one resource contradict each other. Representations may leave fields out, shorten
 * texts, count differently and have other times, so only texts, flags and lists of these count, and the time of the creation.
 */
export function contradictions(one: JsonObject, other: JsonObject): Difference[] {
  return differences(one, other, isCompatible).filter(
    ({ name, wanted, found }) => !(isTimestamp(wanted) && isTimestamp(found)) || isOfCreation(name),
  );
}

function isCompatible(one: Json, other: Json): boolean {
  if (typeof one === "number" || typeof one !== typeof other || one === null || other === null) return true;
  if (isObject(one) && isObject(other)) {
    return contradictions(one, other).length === 0;
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    if ([...one, ...other].some((item) => typeof item === "object")) return true;
    return one.length === other.length && one.every((item) => other.includes(item));
  }
  if (typeof one !== "string" || typeof other !== "string") return one === other;
  if (isTimestamp(one) && isTimestamp(other)) return Math.abs(Date.parse(one) - Date.parse(other)) < 1000;
  return one === other || isShortened(one, other) || isShortened(other, one);
}

/** Whether a text is the beginning of another one, perhaps with a mark of its end. */
function isShortened(short: string, text: string): boolean {
  const start = short.replace(/[.… ]+$/, "");
  return start.length >= MIN_SHORTENED && text.startsWith(start);
}

/** A text is not shortened to fewer characters. */
const MIN_SHORTENED = 20;
