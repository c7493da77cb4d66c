import { parseArgs } from "node:util";
import { commandLine } from "../installation.js";
import { requirePeers } from "../peers.js";
import { databaseUrlOf, fileOf } from "./database/location.js";
import { KEY_VARIABLES, keysFrom, type SandboxKeys, WELL_KNOWN_KEYS } from "./keys.js";
import { isLoopback } from "./loopback.js";
import type { Sandbox } from "./sandbox.js";

const USAGE = `Serves the API of the contract with state: what you add is listed, what you revoke stays revoked.

  ${commandLine("sandbox", "[options]")}

  --port N      where to listen; 4020 unless told, 0 for any free port
  --host NAME   127.0.0.1 unless told; for others to reach it, set keys of your own (see below)
  --db FILE     keep the data in a SQLite file; without it, and without DATABASE_URL, in memory
  --rows N      make up N suppressions for the first team
  --control     offer the control plane under /_sandbox, on this machine only
  --quiet       do not print each request
  --log FORMAT  text for people, json for machines; text at a terminal unless told

Environment:
  DATABASE_URL  keep the data in a PostgreSQL: postgres://user:password@host/database
  ${Object.values(KEY_VARIABLES).join(", ")}
                keys in place of the well-known ones`;

/** How long what is under way may go on after a signal to stop, in milliseconds. */
const LAST_CALL = 10_000;

/**
 * `sandbox`: serves until it is told to stop (Ctrl-C); what is under way then is answered.
 *
 * @returns the exit code
 * @throws Error if it cannot start, saying what to do
 */
export async function sandboxCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      control: { type: "boolean" },
      db: { type: "string" },
      help: { type: "boolean" },
      host: { type: "string", default: "127.0.0.1" },
      log: { type: "string", default: process.stdout.isTTY ? "text" : "json" },
      port: { type: "string", default: "4020" },
      quiet: { type: "boolean" },
      rows: { type: "string", default: "0" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const { log: format } = values;
  if (format !== "text" && format !== "json") throw new Error(`--log ${format} is no format. Use text or json.`);
  // Whoever read the log may have gone, `| head` say: that is no reason to stop serving.
  process.stdout.on("error", () => {});
  const keys = keysFrom(process.env, isLoopback(values.host));
  requirePeers("sandbox");
  const { startSandbox } = await import("./sandbox.js");
  const sandbox = await startSandbox({
    port: wholeNumber("--port", values.port, 65_535),
    host: values.host,
    database: values.db === undefined ? (databaseUrlOf(process.env) ?? ":memory:") : fileOf(values.db),
    rows: wholeNumber("--rows", values.rows, 100_000_000),
    control: values.control === true,
    keys,
    ...(values.quiet ? {} : { log: { format, write: (line: string) => process.stdout.write(line) } }),
  });
  console.log(greeting(sandbox, values.control === true));
  await new Promise<void>((stop) => {
    process.once("SIGINT", () => stop());
    process.once("SIGTERM", () => stop());
  });
  setTimeout(() => process.exit(0), LAST_CALL).unref();
  await sandbox.close();
  return 0;
}

function greeting({ url, keys, database }: Sandbox, control: boolean): string {
  const shown = (name: keyof SandboxKeys) =>
    keys[name] === WELL_KNOWN_KEYS[name] ? keys[name] : `as ${KEY_VARIABLES[name]} says`;
  const key = keys.first === WELL_KNOWN_KEYS.first ? keys.first : `$${KEY_VARIABLES.first}`;
  const curl = (rest: string) => `  curl ${rest} -H "Authorization: Bearer ${key}"`;
  return [
    `Sandbox at ${url}, data in ${database === "memory" ? "memory, gone at its end" : database}. Stop it with Ctrl-C.`,
    "",
    `  key of the first team      ${shown("first")}`,
    `  another of the first team  ${shown("sameTeam")}`,
    `  key of the other team      ${shown("otherTeam")}`,
    `  key outside the beta       ${shown("outsideBeta")}`,
    "",
    curl(`'${url}/suppressions?limit=2'`),
    curl(`-X POST ${url}/suppressions -H 'Content-Type: application/json' -d '{"email":"kim@example.com"}'`),
    curl(`${url}/suppressions/kim%40example.com`),
    ...(control ? ["", `  Control plane: ${url}/_sandbox`] : []),
    "",
  ].join("\n");
}

/** @throws Error unless it is a whole number up to the maximum */
function wholeNumber(option: string, text: string, maximum: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > maximum) {
    throw new Error(`${option} ${text} is no good. Use a whole number from 0 to ${maximum}.`);
  }
  return value;
}
