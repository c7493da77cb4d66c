import type { Finding } from "../model/finding.js";
import type { Secrets } from "../model/target.js";
import { replaceUnprintable } from "../model/unprintable.js";
import { redact } from "./redact.js";

/** Longer texts are cut. */
const MAX_LENGTH = 400;

/**
 * A text that a server may have chosen, as a report may show it: without secrets, visible, on one line, and not longer than
 * 400 characters.
 */
export function sanitize(text: string, secrets: Secrets): string {
  const clean = visible(redact(text, secrets));
  return clean.length > MAX_LENGTH
    ? `${clean.slice(0, MAX_LENGTH).toWellFormed()}… (${clean.length} characters)`
    : clean;
}

/** A finding with every text sanitized: parts of each may come from the server. */
export function sanitizeFinding(finding: Finding, secrets: Secrets): Finding {
  const { check, message, requirements, place, expected, received, assumes, reproduce } = finding;
  return {
    check,
    requirements,
    message: sanitize(message, secrets),
    place: visible(place),
    expected: sanitize(expected, secrets),
    received: sanitize(received, secrets),
    assumes: assumes.map(visible),
    reproduce: visible(reproduce),
  };
}

/** The stack of an error, whose message may come from the server. */
export function sanitizeStack(stack: string, secrets: Secrets): string {
  return stack
    .split("\n")
    .map((line) => sanitize(line, secrets))
    .join("\n");
}

/**
 * A text on one line, with escape sequences for what a terminal or a CI log would act on: unprintable characters,
 * and the beginnings of commands (`::error`, `##[error]`, `##vso[…]`).
 */
export function visible(text: string): string {
  return replaceUnprintable(text, escaped)
    .replace(/##(?=\[|vso\[)/gi, `#${escaped("#")}`)
    .replace(/^\s*:(?=:)/, (colon) => colon.replace(":", escaped));
}

function escaped(character: string): string {
  if (character === "\n") return "\\n";
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
}
