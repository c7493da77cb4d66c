import type { Target } from "./case.js";
import type { Finding } from "./finding.js";

/** Longer texts are cut: a report is read by people. */
const LONGEST = 400;

/** Shorter than this, a key would be found in ordinary words. */
const SHORTEST_KEY = 4;

/**
 * Text of a server as a report may show it: without the key, which a server may send back; on one line and without
 * control characters, which could rule a terminal or a CI log; and not too long.
 */
export function presentable(text: string, target: Pick<Target, "key" | "keyVariable">): string {
  const clean = redact(text, target).replace(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    if (character === "\n") return "\\n";
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}… (${clean.length} characters)` : clean;
}

/** A finding with all that came from the server made presentable. */
export function presentableFinding(finding: Finding, target: Pick<Target, "key" | "keyVariable">): Finding {
  return {
    ...finding,
    message: presentable(finding.message, target),
    received: presentable(finding.received, target),
  };
}

/** Puts the name of the variable that holds the key in place of the key, in whatever form a server may write it. */
function redact(text: string, { key, keyVariable }: Pick<Target, "key" | "keyVariable">): string {
  if (key === undefined || key.length < SHORTEST_KEY) return text;
  const json = JSON.stringify(key).slice(1, -1);
  const html = key.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  const forms = [
    key,
    json,
    json.replaceAll("/", "\\/"),
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(key),
    html,
    btoa(key),
  ];
  return forms.reduce((clean, form) => clean.replaceAll(form, `$${keyVariable}`), text);
}
