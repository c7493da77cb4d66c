#!/usr/bin/env node
import { written } from "./installation.js";

const USAGE = `Usage: ${written("mock")}, ${written("sandbox")} or ${written("verify", "[options]")}. Add --help to see the options.`;

/** Exit codes: 0 done or holds, 1 the contract is broken, 2 could not run. */
const CANNOT_RUN = 2;

async function main([verb, ...args]: string[]): Promise<number> {
  // Loaded on demand: Prism and Vitest take seconds, which a wrong option need not wait for.
  if (verb === "mock") return (await import("./mock/command.js")).mockCommand(args);
  if (verb === "sandbox") return (await import("./sandbox/command.js")).sandboxCommand(args);
  if (verb === "verify") return (await import("./contract/command.js")).verifyCommand(args);
  console.error(USAGE);
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
