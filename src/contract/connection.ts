import { readFile } from "node:fs/promises";

/** How a target is reached, where a plain connection does not do. Paths are absolute, of PEM files. */
export interface Connection {
  proxy: string | undefined;
  cert: string | undefined;
  key: string | undefined;
  ca: string | undefined;
  passphrase: string | undefined;
}

/** A connection like any other. */
export const PLAIN: Connection = {
  proxy: undefined,
  cert: undefined,
  key: undefined,
  ca: undefined,
  passphrase: undefined,
};

/** True for a connection like any other. */
export function isPlain(connection: Connection): boolean {
  return Object.values(connection).every((value) => value === undefined);
}

/**
 * Makes every request of this process go through a proxy, or show a client certificate.
 *
 * @throws Error if a file cannot be read
 */
export async function useConnection({ proxy, cert, key, ca, passphrase }: Connection): Promise<void> {
  const read = async (file: string | undefined) =>
    file === undefined
      ? undefined
      : readFile(file).catch(() => {
          throw new Error(`${file} cannot be read. Look at clientCertificate in the target file.`);
        });
  const tls = {
    ...defined("cert", await read(cert)),
    ...defined("key", await read(key)),
    ...defined("ca", await read(ca)),
    ...defined("passphrase", passphrase),
  };
  if (proxy === undefined && Object.keys(tls).length === 0) return;
  const { Agent, ProxyAgent, setGlobalDispatcher } = await import("undici");
  setGlobalDispatcher(
    proxy === undefined ? new Agent({ connect: tls }) : new ProxyAgent({ uri: proxy, requestTls: tls }),
  );
}

function defined<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: Value });
}
