import { command, untilStopped } from "#cli/command.js";
import { commandLine } from "#cli/installation.js";
import { choice, flag, orDefault, text, wholeNumber } from "#cli/option.js";
import { listening, QUIET } from "#cli/options.js";
import { CONDITION_OPTIONS } from "#conditions/condition-options.js";
import { databaseUrlOf, fileOf } from "#database/location.js";
import {
  CONTROL_TOKEN_VARIABLE,
  KEY_VARIABLES,
  keysFrom,
  type SandboxKeys,
  secretFrom,
  WELL_KNOWN_KEYS,
} from "./keys/keys.js";
import type { OpenSandbox } from "./sandbox.js";

/** `sandbox`: serves until a signal (Ctrl-C) ends it. */
export const sandboxCommand = command(
  {
    about: "Serves the API of the contract with state: added addresses are listed, and revoked grants stay revoked.",
    usage: commandLine("sandbox", "[options]"),
    options: [
      {
        ...listening("sandbox"),
        file: text("--db FILE", "keep the data in a SQLite file (default: in DATABASE_URL, or else in memory)"),
        rows: orDefault(wholeNumber("--rows N", "generate N suppressions for the first team", 0), 0),
        control: flag("--control", "serve the control plane under /_sandbox, on loopback only"),
        quiet: QUIET,
        log: orDefault(
          choice("--log FORMAT", "text or json", { text: "text", json: "json" }),
          process.stdout.isTTY ? "text" : "json",
          "text on a terminal, json otherwise",
        ),
      },
      CONDITION_OPTIONS,
    ],
    notes: `Environment:
  DATABASE_URL  keep the data in PostgreSQL: postgres://user:password@host/database
  ${Object.values(KEY_VARIABLES).join(", ")}
                API keys to use instead of the well-known keys, which are for loopback only
  ${CONTROL_TOKEN_VARIABLE}
                token that the control plane requires (default: a new one, printed at the start)`,
  },
  async ({ file, log: format, quiet, latency, fail, rate, seed, ...options }) => {
    // A reader of the log, `| head` for example, may close the pipe. The sandbox continues without it.
    process.stdout.on("error", () => {});
    const keys = keysFrom(process.env);
    const controlToken = secretFrom(process.env, CONTROL_TOKEN_VARIABLE);
    const { startSandbox } = await import("./sandbox.js");
    const sandbox = await startSandbox({
      ...options,
      database: file === undefined ? (databaseUrlOf(process.env) ?? ":memory:") : fileOf(file, "--db"),
      conditions: { latency, fail, rate, seed },
      controlToken,
      keys,
      ...(quiet ? {} : { log: { format, write: (line: string) => process.stdout.write(line) } }),
    });
    console.log(greeting(sandbox, controlToken !== undefined));
    await untilStopped(true);
    await sandbox.close();
    return 0;
  },
);

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
