import { authorizationScheme } from "#http/credentials.js";
import type { RequestParts } from "#http/request/read-parameter.js";
import type { SecurityScheme } from "#openapi/operations/security.js";

/**
 * The keys of a request (Security Requirement Object, OpenAPI 3.1, 4.8.30). They are those of the first alternative of its
 * operation for which it has all. Schemes that are not part of a request, such as client certificates, are ignored.
 *
 * @param security alternatives, each a set of security schemes by name; none if the operation needs no key
 * @returns undefined if a key is missing
 */
export function sentKeys(
  security: readonly (readonly string[])[],
  schemes: Readonly<Record<string, SecurityScheme>>,
  { query, headers, cookies }: Pick<RequestParts, "cookies" | "headers" | "query">,
): string[] | undefined {
  const keyOf = (scheme: SecurityScheme): string | null | undefined => {
    const before = authorizationScheme(scheme);
    if (before !== undefined && before !== "") {
      const [sent = "", key] = (headers.get("authorization") ?? "").split(" ", 2);
      if (sent.toLowerCase() !== before) return undefined;
      return before === "basic" && key ? userAndPassword(key) : key;
    }
    if (scheme.type !== "apiKey") return undefined;
    if (scheme.in === "header") return headers.get(scheme.name);
    return scheme.in === "query" ? query.get(scheme.name) : cookies[scheme.name];
  };
  const keysOf = (names: readonly string[]): string[] | undefined => {
    const keys = names.flatMap((name) => (schemes[name] ? [keyOf(schemes[name]) || undefined] : []));
    const sent = keys.filter((key) => key !== undefined);
    return sent.length === keys.length ? sent : undefined;
  };
  if (security.length === 0) return [];
  for (const names of security) {
    const keys = keysOf(names);
    if (keys) return keys;
  }
  return undefined;
}

/** The user and the password of HTTP Basic, as `user:password` (RFC 7617, 2); the text itself if it is not Base64. */
function userAndPassword(text: string): string {
  try {
    return atob(text);
  } catch {
    return text;
  }
}

/** Whether a request has one of the keys that a mock knows, or its operation needs none. @param known undefined for any key */
export function hasKnownKey(keys: readonly string[] | undefined, known: readonly string[] | undefined): boolean {
  // The key of a scheme `apiKey` in `Authorization` is the whole header: `Token KEY`.
  const isKnown = (key: string) => known?.includes(key) || known?.includes(key.replace(/^\S+ +/, ""));
  return known === undefined || (keys?.every(isKnown) ?? false);
}
