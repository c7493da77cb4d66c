import type { Target } from "./case.js";

/** Shorter than this, a key would be found in ordinary words. */
const SHORTEST = 4;

/**
 * Takes the key out of text that goes into a report: a server may send back what it was sent. The name of the variable
 * that holds the key takes its place.
 */
export function redact(text: string, { key, keyVariable }: Pick<Target, "key" | "keyVariable">): string {
  if (key === undefined || key.length < SHORTEST) return text;
  const forms = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), btoa(key)];
  return forms.reduce((clean, form) => clean.replaceAll(form, `$${keyVariable}`), text);
}
