import type { Server } from "node:http";
import { UserError } from "./user-error.js";

/**
 * Waits until a server listens.
 *
 * @param listening ends when it listens
 * @returns its base URL, without a slash at the end
 * @throws UserError if it cannot listen there
 */
export async function urlOnceListening(
  server: Server,
  host: string,
  port: number,
  listening: Promise<unknown>,
): Promise<string> {
  await listening.catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new UserError(
      code === "EADDRINUSE"
        ? `Port ${port} is in use. Stop the program that listens there, or choose another port: --port ${port + 1}.`
        : `The server cannot listen on ${host}, port ${port}: ${message}.`,
    );
  });
  const address = server.address();
  const actual = typeof address === "object" && address !== null ? address.port : port;
  return `http://${host.includes(":") ? `[${host}]` : host}:${actual}`;
}

/** Closes a server with all its connections. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
