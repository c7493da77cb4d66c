import { isDateTime } from "./formats.js";
import type { Rule } from "./rule.js";

/** Where `Temporal` is, in part. Not every platform has it. */
const platform: { Temporal?: { Instant: { from(text: string): object } }; Date: unknown } = globalThis;

/** The text of a `date-time` in the one form that every engine reads: `T`, `Z` and complete offsets. */
function normal(text: string): string {
  return text
    .replace(/[t\s]/i, "T")
    .replace(/z$/i, "Z")
    .replace(/([+-]\d\d):?(\d\d)?$/, "$1:$2")
    .replace(/:$/, ":00");
}

/** The format `date-time` as a `Date`, which has milliseconds. */
export const toDate: Rule = (value, path, issues) => {
  if (typeof value !== "string") return value;
  const date = new Date(isDateTime(value) ? normal(value) : Number.NaN);
  if (!Number.isNaN(date.getTime())) return date;
  issues.push({ message: "must be of the format date-time, in a form that Date can hold", path });
  return value;
};

/** The format `date-time` as a `Temporal.Instant`, which has nanoseconds. */
export const toInstant: Rule = (value, path, issues) => {
  if (typeof value !== "string") return value;
  const { Temporal } = platform;
  if (!Temporal) throw new Error("This platform has no Temporal. Load a polyfill before the first call.");
  try {
    if (isDateTime(value)) return Temporal.Instant.from(normal(value));
  } catch {
    // Reported below.
  }
  issues.push({ message: "must be of the format date-time, in a form that Temporal can hold", path });
  return value;
};
