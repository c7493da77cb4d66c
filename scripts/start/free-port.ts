import { createServer } from "node:net";
import { UserError } from "#cli/user-error.js";

/** The number of ports to try. */
const TRIES = 100;

/**
 * The requested port, or the next free one from the default on.
 *
 * @param requested the port that the user gave; it is not tried
 * @throws UserError if no port is free
 */
export async function freePort(requested: number | undefined, defaultPort: number): Promise<number> {
  if (requested !== undefined) return requested;
  for (let port = defaultPort; port < defaultPort + TRIES; port += 1) {
    if (await isFree(port)) return port;
  }
  const last = defaultPort + TRIES - 1;
  throw new UserError(`The ports ${defaultPort} to ${last} are all in use. Give a port by an option; see --help.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
