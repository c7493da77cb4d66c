import { isLoopback } from "#cli/loopback.js";
import { UserError } from "#cli/user-error.js";

// The variables of curl and most other programs. Lower case has precedence.

const NAMES = { "http:": "http_proxy", "https:": "https_proxy" } as const;

/** Whether the environment names a proxy. */
export function hasProxies(environment: NodeJS.ProcessEnv): boolean {
  return Object.values(NAMES).some((name) => variableOf(name, environment) !== undefined);
}

/**
 * The proxy of the environment for an address; undefined if it has none, or exempts the address. This machine is always exempt.
 *
 * @throws UserError for another kind of proxy; the message does not show the value, which may hold a password
 */
export function proxyFor(url: URL, environment: NodeJS.ProcessEnv): string | undefined {
  const name = NAMES[url.protocol === "https:" ? "https:" : "http:"];
  const value = variableOf(name, environment);
  if (value === undefined || isExempt(url, variableOf("no_proxy", environment) ?? "")) return undefined;
  const address = value.includes("://") ? value : `http://${value}`;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new UserError(
    `${name.toUpperCase()} is not the URL of an HTTP proxy. Write http://host:port, or exempt the server: NO_PROXY=${url.hostname}`,
  );
}

/** An empty variable counts as a missing one. */
function variableOf(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  return environment[name] || environment[name.toUpperCase()] || undefined;
}

/** Whether a list has a host. It has its name, that of a domain above it, either with a port, or `*`. */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isLoopback(host)) return true;
  const own = port || (protocol === "https:" ? "443" : "80");
  return list.split(/[\s,]+/).some((entry) => {
    const [, name = "", only] = /^\*?\.?\[?(.*?)\]?(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (entry === "*") return true;
    return name !== "" && (only ?? own) === own && (host === name || host.endsWith(`.${name}`));
  });
}
