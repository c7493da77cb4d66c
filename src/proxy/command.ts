import { command } from "../cli/command.js";
import { commandLine } from "../cli/installation.js";
import { PROXY_OPTIONS } from "./options.js";

/** `proxy`: forwards traffic to a server, and checks it. */
export const proxyCommand = command(
  {
    about: `Forwards traffic to a server, and checks requests and responses against the contract. Stop it with Ctrl-C: then it
writes the reports.`,
    usage: commandLine("proxy", "--target URL [options]"),
    options: [PROXY_OPTIONS],
    notes: `Skipped test cases are documented responses that the traffic does not have. Requests that violate the contract are
warnings.

Exit code: 0 passed, 1 failed, 2 nothing could be checked.`,
  },
  // Loaded on demand: a wrong option is reported sooner.
  async (options) => (await import("./run.js")).runProxy(options),
);
