import { type Load, loads } from "./load.js";
import type { Served } from "./processes.js";
import { LIST, serveMock, servePrism, serveScalar, withServers } from "./servers.js";

export const PRISM = "Prism's command";
export const SCALAR = "@scalar/mock-server";

/** Each as its manual starts it. The mock and Prism's command print every request, and Scalar's server prints none. */
export const AS_BY_MANUAL = { mock: () => serveMock(), Prism: () => servePrism(), Scalar: serveScalar };

/** Starts servers, and counts their requests per second under the same load. */
export function counting<Name extends string>(
  serves: Readonly<Record<Name, () => Promise<Served>>>,
  rounds: number,
  loadOf: (url: string) => Load = (url) => ({ url: url + LIST }),
) {
  return withServers(serves, (urls) => {
    const each = Object.entries<string>(urls).map(([name, url]) => [name, loadOf(url)]);
    return loads<Name>(Object.fromEntries(each), rounds);
  });
}
