import { requirePeers } from "../peers.js";
import { readOptions, USAGE } from "./options.js";

/**
 * `proxy`: forwards traffic to a server, and checks it.
 *
 * @returns the exit code
 * @throws UserError if it cannot start
 */
export async function proxyCommand(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  requirePeers("proxy");
  // It loads the peers: a wrong option and --help need none of them.
  const { runProxy } = await import("./run.js");
  return runProxy(options);
}
