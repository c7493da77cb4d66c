#!/usr/bin/env node
import { commandLine, PACKAGE } from "./cli/installation.js";
import { onOneLine } from "./cli/unprintable.js";
import { errorText } from "./cli/user-error.js";

const VERBS = ["init", "verify", "proxy", "mock", "sandbox", "export"];

const USAGE = `Usage: ${VERBS.map((verb) => commandLine(verb, "[options]")).join(", or ")}
  init     writes a target file, a provision module and a workflow
  verify   checks a server against the contract (default: the sandbox)
  proxy    forwards traffic to a server, and checks it against the contract
  mock     serves the examples of the contract, and validates requests
  sandbox  serves the API as the reference describes it, and stores data
  export   writes the examples as a collection for Postman, Bruno or the HTTP client of an editor
Add --help to a command to see its options.`;

/** Exit codes: 0 done or passed, 1 the server breaks the contract, 2 could not run, 128 and more: ended by a signal. */
const CANNOT_RUN = 2;

async function main([verb, ...args]: string[]): Promise<number> {
  // Loaded on demand: loading Prism takes a second, and a wrong option is reported sooner.
  if (verb === "mock") return (await import("./mock/command.js")).mockCommand(args);
  if (verb === "sandbox") return (await import("./team-api/sandbox/command.js")).sandboxCommand(args);
  if (verb === "proxy") return (await import("./proxy/command.js")).proxyCommand(args);
  if (verb === "init") return (await import("./init/command.js")).initCommand(args);
  if (verb === "export") return (await import("./export/command.js")).exportCommand(args);
  if (verb === "verify") {
    const loadApi = async () => (await import("./team-api/team-api.js")).TEAM_API;
    return (await import("./verify/command/command.js")).verifyCommand(args, loadApi);
  }
  if (verb === "--help" || verb === "-h" || verb === "help") {
    console.log(USAGE);
    return 0;
  }
  if (verb === "--version") {
    console.log(PACKAGE.version);
    return 0;
  }
  console.error(verb === undefined ? USAGE : `There is no command ${onOneLine(JSON.stringify(verb))}.\n${USAGE}`);
  return CANNOT_RUN;
}

// A reader that closes the pipe early, such as `| head`, must not change the exit code.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(errorText(error));
  return CANNOT_RUN;
});
