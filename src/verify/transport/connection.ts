import { readFile } from "node:fs/promises";
import { UserError } from "../../user-error.js";
import { type Connection, isDirect } from "../model/connection.js";

/**
 * Sends every request of this process through a proxy, or with a client certificate.
 *
 * @returns a function that restores the connection as it was
 * @throws UserError if a file cannot be read
 */
export async function useConnection(connection: Connection): Promise<() => Promise<void>> {
  if (isDirect(connection)) return async () => {};
  const { proxy, cert, key, ca, passphrase } = connection;
  const all = { cert: await read(cert), key: await read(key), ca: await read(ca), passphrase };
  // Node's TLS takes an undefined option otherwise than a missing one.
  const tls = Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  const { Agent, getGlobalDispatcher, ProxyAgent, setGlobalDispatcher } = await import("undici");
  const before = getGlobalDispatcher();
  const agent = proxy === undefined ? new Agent({ connect: tls }) : new ProxyAgent({ uri: proxy, requestTls: tls });
  setGlobalDispatcher(agent);
  return async () => {
    setGlobalDispatcher(before);
    await agent.close();
  };
}

async function read(file: string | undefined): Promise<Buffer | undefined> {
  if (file === undefined) return undefined;
  return readFile(file).catch(() => {
    throw new UserError(`${file} cannot be read. Check clientCertificate in the target file.`);
  });
}
