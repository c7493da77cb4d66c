/** How a target is reached: through a proxy, with a client certificate. Paths are absolute, of PEM files. */
export interface Connection {
  proxy: string | undefined;
  cert: string | undefined;
  key: string | undefined;
  ca: string | undefined;
  passphrase: string | undefined;
}

/** Without a proxy and without a client certificate. */
export const DIRECT: Connection = {
  proxy: undefined,
  cert: undefined,
  key: undefined,
  ca: undefined,
  passphrase: undefined,
};
