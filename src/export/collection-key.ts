import { isHeader, isToken } from "../http/headers.js";
import type { Operation } from "../openapi/operations/operation.js";
import type { SecurityScheme } from "../openapi/operations/security.js";
import { API_KEY } from "./variables.js";

/** The key that most requests of a collection send. Tools have a place for it, from which requests inherit it. */
export type CollectionKey = { type: "bearer" } | { type: "header" | "query"; name: string; value: string };

/** The security scheme that most operations require alone; undefined without one, or if tools have no place for its key. */
export function commonScheme(
  operations: readonly Operation[],
  schemes: Readonly<Record<string, SecurityScheme>>,
): string | undefined {
  const counts = new Map<string, number>();
  for (const name of operations.flatMap((operation) => soleScheme(operation) ?? [])) {
    if (schemes[name] && keyOf(schemes[name])) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** The scheme of the first alternative of an operation, if it is a single one. */
export function soleScheme({ security }: Operation): string | undefined {
  const [names = []] = security;
  return names.length === 1 ? names[0] : undefined;
}

/**
 * The key of a scheme as a tool sends it. Undefined for a cookie, and for a scheme that HTTP cannot carry. That of HTTP
 * Basic is the Base64 of `user:password`.
 */
export function keyOf(scheme: SecurityScheme): CollectionKey | undefined {
  const key = placed(scheme);
  // A name of several lines would be a further setting of the tool.
  return key === undefined || key.type === "bearer" || isHeader(key.name, key.value) ? key : undefined;
}

function placed(scheme: SecurityScheme): CollectionKey | undefined {
  if (scheme.type === "basic") return { type: "header", name: "Authorization", value: `Basic ${API_KEY}` };
  if (scheme.type === "bearer") {
    if (scheme.scheme === undefined) return { type: "bearer" };
    // A scheme is a token, as the name of a header is (RFC 9110, 11.1). Another one may be a variable of the tool.
    if (!isToken(scheme.scheme)) return undefined;
    return { type: "header", name: "Authorization", value: `${scheme.scheme} ${API_KEY}` };
  }
  return scheme.in === "cookie" ? undefined : { type: scheme.in, name: scheme.name, value: API_KEY };
}
