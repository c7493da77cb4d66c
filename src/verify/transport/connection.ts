import { readFile } from "node:fs/promises";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { UserError } from "#cli/user-error.js";
import type { Connection } from "../model/request/connection.js";
import type { Sign } from "../model/target/provision.js";
import { hasProxies, proxyFor } from "./proxy-environment.js";

/** How the requests of a run reach their target. */
export interface OpenConnection {
  /** The sockets that requests to an address share. @throws UserError if a variable of the environment names no HTTP proxy */
  agentFor(url: URL): HttpAgent;
  /** Signs requests over what is sent (default: nothing does). */
  sign?: Sign | undefined;
  /** The client certificate and what belongs to it: options of `tls.connect`. */
  tls: Readonly<Record<string, Buffer | string>>;
  /** Closes the sockets that wait for a request, and were not used for more than so many milliseconds. */
  closeIdle(milliseconds: number): void;
  /** Closes the sockets. */
  close(): void;
}

/** Many servers close idle sockets after five seconds. A request on such a socket would fail. */
const KEPT = { keepAlive: true, timeout: 4000 };

/** The connection without a proxy and without a client certificate. */
export function directConnection(): OpenConnection {
  const agents = new Agents();
  return { agentFor: (url) => agents.direct(url), tls: {}, ...endsOf(agents) };
}

/**
 * Opens the connection of a target: through a proxy, or with a client certificate. Without a proxy of its own, those of the environment
 * count, as for curl.
 *
 * @throws UserError if a file cannot be read
 */
export async function openConnection(
  connection: Connection,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<OpenConnection> {
  const { proxy, cert, key, ca, passphrase } = connection;
  const all = { cert: await read(cert), key: await read(key), ca: await read(ca), passphrase };
  // Node's TLS takes an undefined option otherwise than a missing one.
  const tls = Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  if (proxy === undefined && !hasProxies(environment)) return { ...directConnection(), tls };
  const { HttpsProxyAgent } = await import("./proxy-agent.js");
  // It opens a tunnel for both protocols (RFC 9110, 9.3.6), so the proxy does not see the key of an https target.
  const agents = new Agents((address) => new HttpsProxyAgent(address, KEPT));
  const agentFor = (url: URL) => {
    const through = proxy ?? proxyFor(url, environment);
    return through === undefined ? agents.direct(url) : agents.through(through);
  };
  return { agentFor, tls, ...endsOf(agents) };
}

function endsOf(agents: Agents): Pick<OpenConnection, "closeIdle" | "close"> {
  return { closeIdle: (milliseconds) => agents.closeIdle(milliseconds), close: () => agents.close() };
}

/** The agents of a connection, each made when a request needs it. */
class Agents {
  readonly #byAddress = new Map<string, HttpAgent>();
  /** When each socket had its last response, in milliseconds. */
  readonly #freed = new WeakMap<object, number>();
  readonly #proxied: (address: string) => HttpAgent;

  constructor(proxied: (address: string) => HttpAgent = () => new HttpAgent(KEPT)) {
    this.#proxied = proxied;
  }

  direct({ protocol }: URL): HttpAgent {
    return this.#kept(protocol, () => (protocol === "https:" ? new HttpsAgent(KEPT) : new HttpAgent(KEPT)));
  }

  through(proxy: string): HttpAgent {
    return this.#kept(proxy, () => this.#proxied(proxy));
  }

  closeIdle(milliseconds: number): void {
    const before = performance.now() - milliseconds;
    for (const { freeSockets } of this.#byAddress.values()) {
      for (const socket of Object.values(freeSockets).flatMap((sockets) => sockets ?? [])) {
        if ((this.#freed.get(socket) ?? 0) <= before) socket.destroy();
      }
    }
  }

  close(): void {
    for (const agent of this.#byAddress.values()) agent.destroy();
  }

  #kept(address: string, make: () => HttpAgent): HttpAgent {
    const known = this.#byAddress.get(address);
    if (known) return known;
    const agent = make();
    agent.on("free", (socket: object) => this.#freed.set(socket, performance.now()));
    this.#byAddress.set(address, agent);
    return agent;
  }
}

async function read(file: string | undefined): Promise<Buffer | undefined> {
  if (file === undefined) return undefined;
  return readFile(file).catch(() => {
    throw new UserError(`${file} cannot be read. Check clientCertificate in the target file.`);
  });
}
