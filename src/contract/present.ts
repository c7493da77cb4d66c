import type { Finding } from "./finding.js";
import { type Secret, secretsOf, type Target } from "./target.js";

/** What holds secrets that must not be shown. */
export type Secrets = Pick<Target, "keys" | "headers">;

/** Longer texts are cut: a report is read by people. */
const LONGEST = 400;

/** Shorter than this, a key would be found in ordinary words. */
const SHORTEST_KEY = 4;

/**
 * Text of a server as a report may show it: without the key, which a server may send back; on one line and without
 * control characters, which could rule a terminal or a CI log; and not too long.
 */
export function presentable(text: string, target: Secrets): string {
  const clean = redact(text, target).replace(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    if (character === "\n") return "\\n";
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}… (${clean.length} characters)` : clean;
}

/** A finding with all that came from the server made presentable. */
export function presentableFinding(finding: Finding, target: Secrets): Finding {
  return {
    ...finding,
    message: presentable(finding.message, target),
    expected: redact(finding.expected, target),
    received: presentable(finding.received, target),
    // What a server answered may stand in the request that was made of it.
    repeat: redact(finding.repeat, target),
  };
}

/** Puts the names of the variables that hold secrets in place of these, in whatever form a server may write them. */
export function redact(text: string, target: Secrets): string {
  return replacementsFor(target).reduce((clean, { form, name }) => clean.replace(form, () => name), text);
}

/** A secret in any of its forms, and what is shown in its place. */
interface Replacement {
  form: RegExp;
  name: string;
}

const made = new WeakMap<Secrets, Replacement[]>();

/** Made once for a target: every text of every answer is looked through. */
function replacementsFor(target: Secrets): Replacement[] {
  let replacements = made.get(target);
  if (!replacements) {
    // The longest first: one secret may be the beginning of another.
    replacements = secretsOf(target)
      .filter(({ value }) => value.length >= SHORTEST_KEY)
      .toSorted((a, b) => b.value.length - a.value.length)
      .map((secret) => ({ form: anyFormOf(secret), name: `$${secret.variable}` }));
    made.set(target, replacements);
  }
  return replacements;
}

/** Fits a secret in any of its forms, in whatever case: a key in the other case is sent too. */
function anyFormOf(secret: Secret): RegExp {
  const forms = formsOf(secret).map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  return new RegExp(forms.join("|"), "gi");
}

function formsOf({ value }: Secret): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const html = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  // Requests with a key cut short, or with a letter changed, are sent too, to see that they are refused.
  const short = [value.slice(0, -1), value.slice(0, -2), value.slice(1)].filter(({ length }) => length >= SHORTEST_KEY);
  return [
    value,
    json,
    json.replaceAll("/", "\\/"),
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(value),
    html,
    btoa(value),
    ...short,
    // Three letters are four in Base64; a short beginning would be found in ordinary words.
    ...short
      .filter(({ length }) => length > 2 * SHORTEST_KEY)
      .map((each) => btoa(each.slice(0, each.length - (each.length % 3)))),
  ];
}
