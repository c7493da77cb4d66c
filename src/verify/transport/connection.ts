import { readFile } from "node:fs/promises";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { UserError } from "#cli/user-error.js";
import { type Connection, isDirect } from "../model/request/connection.js";

/** How the requests of a run reach their target. */
export interface OpenConnection {
  /** The sockets that requests share, by the protocol of the target. */
  agents: Readonly<Record<"http:" | "https:", HttpAgent>>;
  /** The client certificate and what belongs to it: options of `tls.connect`. */
  tls: Readonly<Record<string, Buffer | string>>;
  /** Closes the sockets. */
  close(): void;
}

/** Many servers close idle sockets after five seconds. A request on such a socket would fail. */
const KEPT = { keepAlive: true, timeout: 4000 };

/** The connection without a proxy and without a client certificate. */
export function directConnection(): OpenConnection {
  return connectionBy({ "http:": new HttpAgent(KEPT), "https:": new HttpsAgent(KEPT) });
}

/**
 * Opens the connection of a target: through a proxy, or with a client certificate.
 *
 * @throws UserError if a file cannot be read
 */
export async function openConnection(connection: Connection): Promise<OpenConnection> {
  if (isDirect(connection)) return directConnection();
  const { proxy, cert, key, ca, passphrase } = connection;
  const all = { cert: await read(cert), key: await read(key), ca: await read(ca), passphrase };
  // Node's TLS takes an undefined option otherwise than a missing one.
  const tls = Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  if (proxy === undefined) return { ...directConnection(), tls };
  const { HttpsProxyAgent } = await import("./proxy-agent.js");
  // It opens a tunnel for both protocols (RFC 9110, 9.3.6), so the proxy does not see the key of an https target.
  const agent = new HttpsProxyAgent(proxy, KEPT);
  return connectionBy({ "http:": agent, "https:": agent }, tls);
}

function connectionBy(agents: OpenConnection["agents"], tls: OpenConnection["tls"] = {}): OpenConnection {
  const close = () => {
    for (const agent of Object.values(agents)) agent.destroy();
  };
  return { agents, tls, close };
}

async function read(file: string | undefined): Promise<Buffer | undefined> {
  if (file === undefined) return undefined;
  return readFile(file).catch(() => {
    throw new UserError(`${file} cannot be read. Check clientCertificate in the target file.`);
  });
}
