import type { Operation } from "#openapi/operations/operation.js";
import { escapedPattern } from "#openapi/patterns/escaped-pattern.js";

/**
 * Whether the words of an operation say that an object in its body is merged with the stored one. Examples are "Metadata is
 * merged by key.", and "Changes the fields that are sent, also those in `settings`."
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

/**
 * Whether an update leaves the fields alone that are not sent. Each does but PUT, unless the document says it of a PUT.
 */
export function isPartial(operation: Operation): boolean {
  return operation.method !== "put" || keepsOthers(operation);
}

/** Whether the words of an operation say that fields which are not sent stay as they are. */
function keepsOthers({ summary = "", description = "", requestBody }: Operation): boolean {
  const text = `${summary} ${description} ${requestBody?.description ?? ""}`;
  return (
    /\b(in|as) (a )?delta\b|\bdeltas? (mode|update)/i.test(text) ||
    /\bonly\b[^.]{0,40}\b(sent|given|provided|present|included|supplied|specified|passed)\b/i.test(text) ||
    /\b(partial|partially)\b/i.test(text) ||
    /\b(omitted|missing|absent|unsent|not (sent|given|provided|present|included))\b[^.]{0,40}\b(unchanged|kept|keep|stay|remain|ignored)/i.test(
      text,
    )
  );
}
