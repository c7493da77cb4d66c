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
      return before === "basic" ? userAndPassword(key) : key;
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

/** The user and the password of HTTP Basic, as `user:password` (RFC 7617, 2). Undefined for a text without a colon, or not in Base64. */
function userAndPassword(text = ""): string | undefined {
  try {
    const key = atob(text);
    return key.includes(":") ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The reason that a request has no key, as a sentence without its end. A key of HTTP Basic may have another form. */
export function lackedKey(headers: { get(name: string): string | null }): string {
  const isBasic = /^basic +\S/i.test(headers.get("authorization") ?? "");
  return isBasic ? "the key of HTTP Basic is not user:password in Base64" : "a key is missing";
}

/** The key of a mock that a sent one is. The key of a scheme `apiKey` in `Authorization` is the whole header: `Token KEY`. */
function knownKey(key: string, known: readonly string[]): string | undefined {
  return known.find((one) => one === key) ?? known.find((one) => one === key.replace(/^\S+ +/, ""));
}

/**
 * The known key whose data a request is about. For an operation that needs no key, it is a key that is sent all the same. Without
 * one, it is the only key of the mock. Empty if the mock accepts any key, or has several.
 *
 * @param keys those that the operation needs, as the request has them
 * @param schemes all schemes of the document
 */
export function tenantOf(
  keys: readonly string[] | undefined,
  known: readonly string[] | undefined,
  schemes: Readonly<Record<string, SecurityScheme>>,
  parts: Parameters<typeof sentKeys>[2],
): string {
  if (!known) return "";
  if (keys && keys.length > 0) return keys.map((key) => knownKey(key, known) ?? key).join();
  for (const name of Object.keys(schemes)) {
    const [key = ""] = sentKeys([[name]], schemes, parts) ?? [];
    const own = knownKey(key, known);
    if (own !== undefined) return own;
  }
  return known.length === 1 ? (known[0] ?? "") : "";
}

/** Whether a request has one of the keys that a mock knows, or its operation needs none. @param known undefined for any key */
export function hasKnownKey(keys: readonly string[] | undefined, known: readonly string[] | undefined): boolean {
  return known === undefined || (keys?.every((key) => knownKey(key, known) !== undefined) ?? false);
}
