#!/usr/bin/env node
import { type Command, exitCodeOf } from "./cli/command.js";
import { type Completed, completionCommand } from "./cli/completion.js";
import { wrapped } from "./cli/help.js";
import { commandLine, PACKAGE } from "./cli/installation.js";
import { similarName } from "./cli/similar-name.js";
import { onOneLine } from "./cli/unprintable.js";
import { UserError } from "./cli/user-error.js";
import type { Api } from "./verify/model/api.js";

/** A command, with its options for the completion of shells. */
type Loaded = Pick<Command, "options"> & ((args: readonly string[]) => Promise<number>);

/** A command for any document, with the knowledge of our API. */
function withApi(command: Command<[loadApi?: () => Promise<Api>]>): Loaded {
  const run = (args: readonly string[]) => command(args, async () => (await import("./team-api/team-api.js")).TEAM_API);
  return Object.assign(run, { options: command.options });
}

/** The commands, each with its purpose. Loaded on demand: loading Prism takes a second, and a wrong option is reported sooner. */
const COMMANDS: Record<string, readonly [about: string, load: () => Promise<Loaded>]> = {
  init: [
    "writes a target file, a provision module and a workflow",
    async () => withApi((await import("./init/command.js")).initCommand),
  ],
  verify: [
    "checks a server against the contract (default: the sandbox)",
    async () => withApi((await import("./verify/command/command.js")).verifyCommand),
  ],
  proxy: [
    "forwards traffic to a server, and checks it against the contract",
    async () => (await import("./proxy/command.js")).proxyCommand,
  ],
  mock: [
    "serves the examples of the contract, and validates requests",
    async () => (await import("./mock/command.js")).mockCommand,
  ],
  sandbox: [
    "serves the API as the reference describes it, and stores data",
    async () => (await import("./team-api/sandbox/command.js")).sandboxCommand,
  ],
  export: [
    "writes the examples as a collection for Postman, Bruno or the HTTP client of an editor",
    async () => (await import("./export/command.js")).exportCommand,
  ],
  client: [
    "writes a package with the types and a client of any document",
    async () => (await import("./client-package/command.js")).clientCommand,
  ],
  summary: [
    "prints the summary of a run as Markdown, for a pull request",
    async () => (await import("./verify/command/summary.js")).summaryCommand,
  ],
  mcp: [
    "serves plan, verify, causes, explain and mock as tools to an assistant",
    async () => withApi((await import("./mcp/command.js")).mcpCommand),
  ],
  completion: ["prints the completion of a shell: bash, zsh or fish", async () => completionCommand(completed)],
};

const NAMES = Object.keys(COMMANDS);
const WIDTH = Math.max(...NAMES.map((name) => name.length)) + 4;

const USAGE = `Usage: ${commandLine("COMMAND", "[options]")}
${Object.entries(COMMANDS)
  .map(([name, [about]]) => `  ${name.padEnd(WIDTH - 2)}${wrapped(about, 80 - WIDTH).join(`\n${" ".repeat(WIDTH)}`)}`)
  .join("\n")}
Add --help to a command to see its options.`;

/** Exit codes: 0 passed, 1 the server breaks the contract, 2 could not run. From 128 on, a signal ended it. */
async function main([name, ...args]: string[]): Promise<number> {
  if (name === "--help" || name === "-h" || name === "help") {
    console.log(USAGE);
    return 0;
  }
  if (name === "--version") {
    console.log(PACKAGE.version);
    return 0;
  }
  if (name === undefined) throw new UserError(USAGE);
  const [, load] = (Object.hasOwn(COMMANDS, name) && COMMANDS[name]) || [];
  if (!load) throw new UserError(`There is no command ${onOneLine(JSON.stringify(name))}.${advice(name)}`);
  return (await load())(args);
}

/** Commands for the owner of the contract, which its repository alone has. */
const OF_THE_OWNER = ["lint", "generate", "diff", "docs", "release", "check", "start"];

function advice(name: string): string {
  if (OF_THE_OWNER.includes(name)) return ` The repository of the contract has it: npm run ${name}`;
  const similar = similarName(name, NAMES);
  return similar === undefined ? `\n${USAGE}` : ` Did you mean ${commandLine(similar)}?`;
}

/** The commands with their options, for the completion of a shell. */
async function completed(): Promise<Completed[]> {
  return Promise.all(
    Object.entries(COMMANDS).map(async ([name, [about, load]]) => ({ name, about, options: (await load()).options })),
  );
}

// A reader that closes the pipe early, such as `| head`, must not change the exit code. A terminal that is closed must not end a
// run before it has cleaned up.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
  });
}

process.exitCode = await exitCodeOf(main(process.argv.slice(2)));
