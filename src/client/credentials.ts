import type { SecurityScheme } from "./operation.js";
import type { ClientOptions, Key } from "./options.js";

/** Where keys are put into a request. */
export interface Credentials {
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
export async function credentials(
  security: readonly (readonly string[])[],
  schemes: Readonly<Record<string, SecurityScheme>>,
  apiKey: ClientOptions["apiKey"],
): Promise<Credentials> {
  const placed: Credentials = { headers: {}, query: {}, cookie: {} };
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
