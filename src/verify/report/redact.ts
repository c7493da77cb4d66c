import type { Finding } from "../model/finding.js";
import { type Secret, type Secrets, secretsOf } from "../model/target.js";

/** Longer texts are cut. */
const MAX_LENGTH = 400;

/** Shorter keys would be found in ordinary words. */
const MIN_KEY_LENGTH = 4;

/**
 * A text that a server may have chosen, as a report may show it: without secrets, on one line, without control characters,
 * which could control a terminal or a CI log, and not longer than 400 characters.
 */
export function sanitize(text: string, secrets: Secrets): string {
  const clean = redact(text, secrets).replace(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    if (character === "\n") return "\\n";
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH)}… (${clean.length} characters)` : clean;
}

/** A finding with every text that may come from the server sanitized. */
export function sanitizeFinding(finding: Finding, secrets: Secrets): Finding {
  return {
    ...finding,
    message: sanitize(finding.message, secrets),
    expected: sanitize(finding.expected, secrets),
    received: sanitize(finding.received, secrets),
    // A value of an earlier response may be part of the request.
    reproduce: redact(finding.reproduce, secrets),
  };
}

/** Replaces secrets by the names of their variables, in every encoding that a server is likely to use. */
export function redact(text: string, secrets: Secrets): string {
  return replacementsFor(secrets).reduce((clean, { pattern, name }) => clean.replace(pattern, () => name), text);
}

/** A pattern of a secret in all of its encodings, and the name that replaces it. */
interface Replacement {
  pattern: RegExp;
  name: string;
}

/** Every text of every response is searched, so the patterns are compiled once for a target. */
const compiled = new WeakMap<Secrets, Replacement[]>();

function replacementsFor(secrets: Secrets): Replacement[] {
  let replacements = compiled.get(secrets);
  if (!replacements) {
    // The longest first: one secret may be the beginning of another.
    replacements = secretsOf(secrets)
      .filter(({ value }) => value.length >= MIN_KEY_LENGTH)
      .toSorted((a, b) => b.value.length - a.value.length)
      .map((secret) => ({ pattern: patternOf(secret), name: `$${secret.variable}` }));
    compiled.set(secrets, replacements);
  }
  return replacements;
}

/** Case is ignored, because a key in the other case is sent too. */
function patternOf(secret: Secret): RegExp {
  const encodings = encodingsOf(secret).map((each) => each.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  return new RegExp(encodings.join("|"), "gi");
}

function encodingsOf({ value }: Secret): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const html = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  // Shortened and altered keys are sent too.
  const shortened = [value.slice(0, -1), value.slice(0, -2), value.slice(1)].filter(
    ({ length }) => length >= MIN_KEY_LENGTH,
  );
  return [
    value,
    json,
    json.replaceAll("/", "\\/"),
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(value),
    html,
    btoa(value),
    ...shortened,
    // Three characters are four in Base64; a short beginning would be found in ordinary words.
    ...shortened
      .filter(({ length }) => length > 2 * MIN_KEY_LENGTH)
      .map((each) => btoa(each.slice(0, each.length - (each.length % 3)))),
  ];
}
