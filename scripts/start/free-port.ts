import { createServer } from "node:net";

/** So many ports are tried before one gives up: whoever has more of them taken has another problem. */
const TRIES = 100;

/**
 * The port that was asked for, or where none was, the first free one from the usual one on.
 *
 * @param asked what the user gave, which is taken at its word
 * @param usual where to begin to look
 * @throws Error if none is free
 */
export async function freePort(asked: number | undefined, usual: number): Promise<number> {
  if (asked !== undefined) return asked;
  for (let port = usual; port < usual + TRIES; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${usual} to ${usual + TRIES - 1} is free. Give one with an option; see --help.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
