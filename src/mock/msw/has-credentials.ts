import type { RequestParts } from "#http/request/read-parameter.js";
import type { SecurityScheme } from "#openapi/operations/security.js";

/**
 * Whether a request has the keys of one alternative of its operation (Security Requirement Object, OpenAPI 3.1, 4.8.30).
 * Any key is right. Schemes that are not part of a request, such as client certificates, are ignored.
 *
 * @param security alternatives, each a set of security schemes by name; none if the operation needs no key
 */
export function hasCredentials(
  security: readonly (readonly string[])[],
  schemes: Readonly<Record<string, SecurityScheme>>,
  { query, headers, cookies }: RequestParts,
): boolean {
  const isSent = (scheme: SecurityScheme): boolean => {
    if (scheme.type !== "apiKey") {
      const name = scheme.type === "basic" ? "basic" : (scheme.scheme ?? "bearer");
      const [sent = "", key] = (headers.get("authorization") ?? "").split(" ", 2);
      return sent.toLowerCase() === name.toLowerCase() && Boolean(key);
    }
    if (scheme.in === "header") return Boolean(headers.get(scheme.name));
    return Boolean(scheme.in === "query" ? query.get(scheme.name) : cookies[scheme.name]);
  };
  const hasKey = (name: string) => {
    const scheme = schemes[name];
    return scheme === undefined || isSent(scheme);
  };
  return security.length === 0 || security.some((names) => names.every(hasKey));
}
