import { parseArgs } from "node:util";
import { commandLine } from "#cli/installation.js";
import { UserError } from "#cli/user-error.js";
import { CONDITION_OPTIONS, CONDITIONS_USAGE, readConditions } from "#conditions/condition-options.js";
import { databaseUrlOf, fileOf } from "./database/location.js";
import {
  CONTROL_TOKEN_VARIABLE,
  KEY_VARIABLES,
  keysFrom,
  type SandboxKeys,
  secretFrom,
  WELL_KNOWN_KEYS,
} from "./keys.js";
import type { OpenSandbox } from "./sandbox.js";
import type { SandboxOptions } from "./sandbox-options.js";

const USAGE = `Serves the API of the contract with state: added addresses are listed, and revoked grants stay revoked.

  ${commandLine("sandbox", "[options]")}

  --port N      port to listen on, 0 for any free port (default: 4020)
  --host NAME   host to listen on (default: 127.0.0.1); any host but loopback needs keys of your own, see below
  --db FILE     keep the data in a SQLite file (default: in DATABASE_URL, or else in memory)
  --rows N      generate N suppressions for the first team (default: 0)
${CONDITIONS_USAGE}
  --control     serve the control plane under /_sandbox, on loopback only
  --quiet       do not log requests
  --log FORMAT  text or json (default: text on a terminal, json otherwise)

Environment:
  DATABASE_URL  keep the data in PostgreSQL: postgres://user:password@host/database
  ${Object.values(KEY_VARIABLES).join(", ")}
                API keys to use instead of the well-known keys
  ${CONTROL_TOKEN_VARIABLE}
                token that the control plane requires (default: a new one, printed at the start)`;

/** How long current requests may take after a signal to stop, in milliseconds. */
const STOP_TIMEOUT = 10_000;

/**
 * Runs the command `sandbox` until SIGINT or SIGTERM.
 *
 * @returns the exit code
 * @throws UserError if it cannot start; the message says what to do
 */
export async function sandboxCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      ...CONDITION_OPTIONS,
      control: { type: "boolean", default: false },
      db: { type: "string" },
      help: { type: "boolean" },
      host: { type: "string", default: "127.0.0.1" },
      log: { type: "string", default: process.stdout.isTTY ? "text" : "json" },
      port: { type: "string", default: "4020" },
      quiet: { type: "boolean", default: false },
      rows: { type: "string", default: "0" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  // A reader of the log, `| head` for example, may close the pipe. The sandbox continues without it.
  process.stdout.on("error", () => {});
  const log = logOf(values.log);
  const keys = keysFrom(process.env);
  const givenToken = secretFrom(process.env, CONTROL_TOKEN_VARIABLE);
  const { startSandbox } = await import("./sandbox.js");
  const sandbox = await startSandbox({
    port: wholeNumber("--port", values.port, 65_535),
    host: values.host,
    database: values.db === undefined ? (databaseUrlOf(process.env) ?? ":memory:") : fileOf(values.db),
    conditions: readConditions(values),
    rows: wholeNumber("--rows", values.rows, 100_000_000),
    control: values.control,
    controlToken: givenToken,
    keys,
    ...(values.quiet ? {} : { log }),
  });
  console.log(greeting(sandbox, givenToken !== undefined));
  await new Promise<void>((stop) => {
    process.once("SIGINT", () => stop());
    process.once("SIGTERM", () => stop());
  });
  setTimeout(() => process.exit(0), STOP_TIMEOUT).unref();
  await sandbox.close();
  return 0;
}

/** `npm start` reads the URL and the first key from this text. */
function greeting({ url, keys, database, controlToken }: OpenSandbox, isTokenGiven: boolean): string {
  const isDefault = (name: keyof SandboxKeys) => keys[name] === WELL_KNOWN_KEYS[name];
  const shown = (name: keyof SandboxKeys) => (isDefault(name) ? keys[name] : `the value of ${KEY_VARIABLES[name]}`);
  const key = isDefault("first") ? keys.first : `$${KEY_VARIABLES.first}`;
  const curl = (rest: string) => `  curl ${rest} -H "Authorization: Bearer ${key}"`;
  const data = database === "memory" ? "memory (lost when it stops)" : database;
  return [
    `Sandbox at ${url}, data in ${data}. Press Ctrl-C to stop.`,
    "",
    `  key of the first team      ${shown("first")}`,
    `  another key of that team   ${shown("sameTeam")}`,
    `  key of the other team      ${shown("otherTeam")}`,
    `  key outside the beta       ${shown("outsideBeta")}`,
    "",
    curl(`'${url}/suppressions?limit=2'`),
    curl(`-X POST ${url}/suppressions -H 'Content-Type: application/json' -d '{"email":"kim@example.com"}'`),
    curl(`${url}/suppressions/kim%40example.com`),
    ...(controlToken === undefined ? [] : ["", ...controlLines(url, isTokenGiven ? undefined : controlToken)]),
    "",
  ].join("\n");
}

/** @param token to print; undefined for one of the environment */
function controlLines(url: string, token: string | undefined): string[] {
  if (token === undefined) return [`  Control plane: ${url}/_sandbox, with the token of ${CONTROL_TOKEN_VARIABLE}`];
  return [
    `  Control plane: ${url}/_sandbox, with this token, for the provision module too:`,
    "",
    `  export ${CONTROL_TOKEN_VARIABLE}=${token}`,
  ];
}

/** @throws UserError for an unknown format */
function logOf(format: string): NonNullable<SandboxOptions["log"]> {
  if (format !== "text" && format !== "json") {
    throw new UserError(`--log ${format} is not a valid format. Use text or json.`);
  }
  return { format, write: (line) => process.stdout.write(line) };
}

/** @throws UserError unless the text is a whole number from 0 to the maximum */
function wholeNumber(option: string, text: string, maximum: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > maximum) {
    throw new UserError(`${option} ${text} is not valid. Use a whole number from 0 to ${maximum}.`);
  }
  return value;
}
