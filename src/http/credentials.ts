import type { SecurityScheme } from "../openapi/security.js";

/** A key, or a function that fetches it for each call. */
export type Key = string | (() => string | Promise<string>);

/** Where keys are put into a request. */
export interface PlacedCredentials {
  headers: Record<string, string>;
  query: Record<string, string>;
  cookie: Record<string, string>;
}

/**
 * Puts the keys where the contract wants them: those of the first alternative for which keys are at hand, or none. What
 * is not in `schemes`, a client certificate say, is no business of a request.
 *
 * @param security alternatives, each a set of security schemes by name
 */
export async function placeCredentials(
  security: readonly (readonly string[])[],
  schemes: Readonly<Record<string, SecurityScheme>>,
  apiKey: Key | Partial<Record<string, Key>> | undefined,
): Promise<PlacedCredentials> {
  const placed: PlacedCredentials = { headers: {}, query: {}, cookie: {} };
  const keyOf = (name: string): Key | undefined => (typeof apiKey === "object" ? apiKey[name] : apiKey);
  const chosen = security.find(
    (names) =>
      names.some((name) => schemes[name] && keyOf(name)) && names.every((name) => !schemes[name] || keyOf(name)),
  );
  for (const name of chosen ?? []) {
    const scheme = schemes[name];
    const held = keyOf(name);
    if (!scheme || !held) continue;
    const key = typeof held === "function" ? await held() : held;
    if (scheme.type === "bearer") placed.headers.Authorization = `Bearer ${key}`;
    else if (scheme.type === "basic") placed.headers.Authorization = `Basic ${btoa(key)}`;
    else if (scheme.in === "header") placed.headers[scheme.name] = key;
    else placed[scheme.in][scheme.name] = key;
  }
  return placed;
}
