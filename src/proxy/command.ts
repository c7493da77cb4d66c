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
  // Loaded on demand: a wrong option is reported sooner.
  const { runProxy } = await import("./run.js");
  return runProxy(options);
}
