/**
 * The preferences of a request by their names in lower case (RFC 7240, 2). The first one of a name counts. One without a value has an
 * empty text. Parameters count as preferences of their own.
 */
export function preferencesIn(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const [part] of header.matchAll(/(?:"[^"]*"?|[^",;])+/g)) {
    const [name = "", ...rest] = part.split("=");
    const [key, value] = [name.trim().toLowerCase(), rest.join("=").trim()];
    if (key !== "" && !preferences.has(key)) preferences.set(key, value.replace(/^"(.*)"$/s, "$1"));
  }
  return preferences;
}
