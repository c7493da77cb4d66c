#!/usr/bin/env node
import { commandLine, PACKAGE } from "./installation.js";

const VERBS = ["verify", "mock", "sandbox"];

const USAGE = `Usage: ${VERBS.map((verb) => commandLine(verb, "[options]")).join(", or ")}
  verify   checks a server against the contract: the sandbox, unless told
  mock     serves examples from the contract, and checks requests
  sandbox  serves the API as the reference describes it, and keeps what it is told
Add --help to a command to see its options.`;

/** Exit codes: 0 done or holds, 1 the contract is broken, 2 could not run, 128 and more broken off by a signal. */
const CANNOT_RUN = 2;

async function main([verb, ...args]: string[]): Promise<number> {
  // Loaded on demand: Prism and Vitest take seconds, which a wrong option need not wait for.
  if (verb === "mock") return (await import("./mock/command.js")).mockCommand(args);
  if (verb === "sandbox") return (await import("./sandbox/command.js")).sandboxCommand(args);
  if (verb === "verify") return (await import("./contract/command.js")).verifyCommand(args);
  if (verb === "--help" || verb === "-h" || verb === "help") {
    console.log(USAGE);
    return 0;
  }
  if (verb === "--version") {
    console.log(PACKAGE.version);
    return 0;
  }
  console.error(verb === undefined ? USAGE : `There is no command ${JSON.stringify(verb)}.\n${USAGE}`);
  return CANNOT_RUN;
}

// Whoever reads no further, `| head` say, wants the exit code all the same.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return CANNOT_RUN;
});
