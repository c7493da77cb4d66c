import type { SecurityScheme } from "../openapi/operations/security.js";

/** A key, or a function that fetches it for each call. */
export type Key = string | (() => string | Promise<string>);

/** The keys of a request, by the part of the request that carries them. */
export interface PlacedCredentials {
  headers: Record<string, string>;
  query: Record<string, string>;
  cookie: Record<string, string>;
}

/** The name of a header, in lower case, in which the keys of most schemes are sent (RFC 9110, 11.6.2). */
export const AUTHORIZATION = "authorization";

/**
 * The scheme before a key in the header `Authorization`, in lower case. Empty for a key that is the whole header, and
 * undefined for a key elsewhere.
 */
export function authorizationScheme(scheme: SecurityScheme): string | undefined {
  if (scheme.type === "basic") return "basic";
  if (scheme.type === "bearer") return (scheme.scheme ?? "bearer").toLowerCase();
  return scheme.in === "header" && scheme.name.toLowerCase() === AUTHORIZATION ? "" : undefined;
}

/**
 * Places keys in a request by its security requirements (Security Requirement Object, OpenAPI 3.1, 4.8.30). They are those
 * of the first alternative for which all keys are provided, or none. Schemes that are not in `schemes` are ignored: client
 * certificates are not part of a request.
 *
 * @param security alternatives, each a set of security schemes by name
 * @param apiKey one key for all schemes, or an object of keys by the name of the scheme
 */
export async function placeCredentials(
  security: readonly (readonly string[])[],
  schemes: Readonly<Record<string, SecurityScheme>>,
  apiKey: Key | Partial<Record<string, Key>> | undefined,
): Promise<PlacedCredentials> {
  const placed: PlacedCredentials = { headers: {}, query: {}, cookie: {} };
  const keyOf = (name: string): Key | undefined => (typeof apiKey === "object" ? apiKey[name] : apiKey);
  const chosen = security.find((names) => {
    const known = names.filter((name) => schemes[name]);
    return known.length > 0 && known.every(keyOf);
  });
  for (const name of chosen ?? []) {
    const scheme = schemes[name];
    const provided = keyOf(name);
    if (!scheme || !provided) continue;
    const key = typeof provided === "function" ? await provided() : provided;
    if (scheme.type === "basic") placed.headers.Authorization = `Basic ${btoa(key)}`;
    else if (scheme.type === "bearer") placed.headers.Authorization = `${scheme.scheme ?? "Bearer"} ${key}`;
    // A request has one `Authorization`: that of an HTTP scheme counts more.
    else if (scheme.in === "header") placed.headers[scheme.name] ??= key;
    else placed[scheme.in][scheme.name] = key;
  }
  return placed;
}
