import { UserError } from "./user-error.js";

/** The port that an option names. @throws UserError if the text is not a port */
export function portNumber(text: string, option = "--port"): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UserError(`${option} ${text} is not a port. Use a number from 0 to 65535.`);
}
