import type { Operation } from "#openapi/operations/operation.js";
import { escapedPattern } from "#openapi/patterns/escaped-pattern.js";

/**
 * Whether the words of an operation say that an object in its body is merged with the stored one: "Metadata is merged by key.",
 * "Changes the fields that are sent, also those in `settings`."
 */
export function hasMergedFields({ summary = "", description = "" }: Operation, field: string): boolean {
  const name = escapedPattern(field);
  return `${summary}. ${description}`
    .split(/[.;\n]+\s/)
    .some(
      (sentence) =>
        new RegExp(`(?<![\\w-])${name}(?![\\w-])[^,]{0,40}\\bmerged\\b`, "i").test(sentence) ||
        new RegExp(`\\bmerges\\b[^,]{0,40}(?<![\\w-])${name}(?![\\w-])`, "i").test(sentence) ||
        new RegExp(`\\b(also|including) (those|the fields|fields) (in|of|below) ["'\`]?${name}(?![\\w-])`, "i").test(
          sentence,
        ),
    );
}
