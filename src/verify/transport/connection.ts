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
  const tls = definedOnly({ cert: await read(cert), key: await read(key), ca: await read(ca), passphrase });
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

type Defined<Whole> = { [Name in keyof Whole]?: Exclude<Whole[Name], undefined> };

/** Node's TLS takes a missing option otherwise than an undefined one. */
function definedOnly<Whole extends object>(whole: Whole): Defined<Whole>;
function definedOnly(whole: object): object {
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
}
