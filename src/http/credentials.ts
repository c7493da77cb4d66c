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

/** Places a key where its scheme says. Generated code names those of a document: a page contains no others. */
export type KeyPlacer = (placed: PlacedCredentials, key: string) => void;

/** A key behind the name of an HTTP scheme. */
export function bearerKey(scheme = "Bearer"): KeyPlacer {
  return ({ headers }, key) => {
    headers.Authorization = `${scheme} ${key}`;
  };
}

/** `user:password` (RFC 7617). */
export function basicKey(): KeyPlacer {
  return ({ headers }, key) => {
    headers.Authorization = `Basic ${btoa(key)}`;
  };
}

/** A key in a header. A request has one `Authorization`: that of an HTTP scheme counts more. */
export function headerKey(name: string): KeyPlacer {
  return ({ headers }, key) => {
    headers[name] ??= key;
  };
}

/** A key in the query or in a cookie. */
export function keyIn(place: "cookie" | "query", name: string): KeyPlacer {
  return (placed, key) => {
    placed[place][name] = key;
  };
}

function placerOf(scheme: SecurityScheme): KeyPlacer {
  if (scheme.type === "basic") return basicKey();
  if (scheme.type === "bearer") return bearerKey(scheme.scheme);
  return scheme.in === "header" ? headerKey(scheme.name) : keyIn(scheme.in, scheme.name);
}

/** Places keys as `placeKeys` does, by the schemes of a document. */
export async function placeCredentials(
  security: readonly (readonly string[])[],
  schemes: Readonly<Record<string, SecurityScheme>>,
  apiKey: Key | Partial<Record<string, Key>> | undefined,
): Promise<PlacedCredentials> {
  const placers = Object.entries(schemes).map(([name, scheme]) => [name, placerOf(scheme)]);
  return placeKeys(withKeys(security, schemes), Object.fromEntries(placers), apiKey);
}

/** The alternatives that have keys. Schemes that are not known are left out: client certificates are not part of a request. */
export function withKeys(
  security: readonly (readonly string[])[],
  schemes: Readonly<Record<string, SecurityScheme>>,
): string[][] {
  return security.map((names) => names.filter((name) => schemes[name])).filter((names) => names.length > 0);
}

/**
 * Places keys in a request by its security requirements (Security Requirement Object, OpenAPI 3.1, 4.8.30). They are those
 * of the first alternative for which all keys are provided, or none.
 *
 * @param security alternatives, each a set of names of `placers`
 * @param apiKey one key for all schemes, or an object of keys by the name of the scheme
 */
export async function placeKeys(
  security: readonly (readonly string[])[],
  placers: Readonly<Record<string, KeyPlacer>>,
  apiKey: Key | Partial<Record<string, Key>> | undefined,
): Promise<PlacedCredentials> {
  const placed: PlacedCredentials = { headers: {}, query: {}, cookie: {} };
  const keyOf = (name: string): Key | undefined => (typeof apiKey === "object" ? apiKey[name] : apiKey);
  for (const name of security.find((names) => names.every(keyOf)) ?? []) {
    const key = keyOf(name) ?? "";
    placers[name]?.(placed, typeof key === "function" ? await key() : key);
  }
  return placed;
}
