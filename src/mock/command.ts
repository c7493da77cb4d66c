import { readFile } from "node:fs/promises";
import { command, untilStopped } from "../cli/command.js";
import { commandLine, contractName } from "../cli/installation.js";
import { choices, flag, option, text, wholeNumber } from "../cli/option.js";
import { listening, OVERLAYS, QUIET, SPEC, SPEC_HEADERS, STRICT_DOCUMENT } from "../cli/options.js";
import { growHeapFor, growHeapSlowly } from "../cli/small-heap.js";
import { onLines } from "../cli/unprintable.js";
import { errorText, UserError } from "../cli/user-error.js";
import { CONDITION_OPTIONS } from "../conditions/condition-options.js";
import { parseJson } from "../http/body/parse-json.js";
import { isObject } from "../openapi/document/document.js";
import { FAULT_NAMES } from "../state/faults.js";
import type { SeedData } from "../state/seed.js";
import { anyKey, exampleRequest } from "./example-request.js";
import { responseLog } from "./log-line.js";
import type { Mock, MockOptions } from "./mock.js";
import { MOCK_CONTROL, MOCK_TOKEN_VARIABLE } from "./server/control-names.js";

/** `mock`: serves until a signal (Ctrl-C) ends it, and reloads the contract when it changes. */
export const mockCommand = command(
  {
    about:
      "Serves a mock of the contract. It responds with the examples of the contract, and rejects invalid requests.",
    usage: commandLine("mock", "[options]"),
    options: [
      {
        ...listening("mock"),
        spec: SPEC,
        specHeaders: SPEC_HEADERS,
        overlays: OVERLAYS,
        strictDocument: STRICT_DOCUMENT,
        strict: flag(
          "--strict",
          "respond with 500 if no response is valid by the contract (default: send it with a warning)",
        ),
        quiet: QUIET,
      },
      {
        state: flag(
          "--stateful",
          "keep what requests create, change and delete, as far as the contract says what they do",
        ),
        keys: option("--keys KEY,…", "accept these keys alone, each with data of its own (default: any key)", (keys) =>
          keys.split(",").filter(Boolean),
        ),
        seedFile: text("--seed-data FILE", "begin with the resources of a JSON file (default: those of the examples)"),
        rows: wholeNumber("--rows N", "generate N resources in each collection", 0, 100_000),
        faults: choices("--break NAME", `do something wrong, to try tests: ${FAULT_NAMES.join(", ")}`, FAULT_NAMES),
        file: text("--persist FILE", "keep the state in a SQLite file (default: in memory)"),
        database: flag("--database", "keep the state in the PostgreSQL of DATABASE_URL"),
        control: flag("--control", `serve the control plane of the state under ${MOCK_CONTROL}, on loopback only`),
      },
      CONDITION_OPTIONS,
    ],
    notes: `Request a certain response with a header:
  Prefer: code=404          any status; one that the contract does not document gets a problem (RFC 9457)
  Prefer: delay=800         a response after 800 milliseconds
  Prefer: example=manual    an example by its key
  Prefer: dynamic=true      generated values that are valid by the schema

The header x-mock-choice of each response says what was chosen, and why. With --stateful, the header mock-state says whether the
response is from the state (kept), below resources that any identifier names (open), or from the contract alone (documented).

Environment:
  DATABASE_URL  the database of --database: postgres://user:password@host/database
  ${MOCK_TOKEN_VARIABLE}  token that the control plane requires (default: a new one, printed at the start)`,
  },
  async (options) => {
    growHeapSlowly();
    const mock = await start(options);
    growHeapFor(mock.document);
    const accepts = options.keys ? "the given keys" : "any key";
    console.log(`Mock of ${contractName(options.spec)} at ${mock.url}. It accepts ${accepts}. Stop it with Ctrl-C.`);
    if (mock.controlToken !== undefined && !process.env[MOCK_TOKEN_VARIABLE]) {
      console.log(`Control plane: ${mock.url}${MOCK_CONTROL}, with this token: ${mock.controlToken}`);
    }
    // A given key is a secret.
    const key = options.keys ? "KEY" : anyKey(mock.document);
    const request = await exampleRequest(mock.document, mock.url, key);
    const advice = options.keys && request?.includes(key) ? "Try, with one of the keys as KEY" : "Try";
    if (request) console.log(`${advice}: ${onLines(request)}`);
    await untilStopped();
    await mock.close();
    return 0;
  },
);

type CommandOptions = MockOptions & {
  spec: string;
  quiet: boolean;
  seedFile: string | undefined;
  file: string | undefined;
  database: boolean;
};

async function start({ quiet, seedFile, file, database, ...options }: CommandOptions): Promise<Mock> {
  const { startMock } = await import("./mock.js");
  const { databaseUrlOf, fileOf } = await import("../database/location.js");
  const url = database ? databaseUrlOf(process.env) : undefined;
  if (database && url === undefined) throw new UserError("--database needs DATABASE_URL, which is not set.");
  const seedData = seedFile === undefined ? undefined : await readSeedData(seedFile);
  const { spec } = options;
  return startMock({
    ...options,
    seedData,
    persist: url ?? (file === undefined ? undefined : fileOf(file, "--persist")),
    controlToken: process.env[MOCK_TOKEN_VARIABLE] || undefined,
    watch: true,
    onWarning: (line) => console.error(onLines(line)),
    onReload: (error) => {
      if (error) console.error(`${errorText(error)}\nStill serving the last valid contract.`);
      else console.log(`${contractName(spec)} changed. The mock serves the new version.`);
    },
    onResponse: quiet ? () => {} : responseLog((lines) => process.stdout.write(lines)),
  });
}

/** @throws UserError if the file is not a JSON object */
async function readSeedData(file: string): Promise<SeedData> {
  const content = await readFile(file, "utf8").catch((error: Error) => {
    throw new UserError(`The seed data cannot be read: ${error.message}`);
  });
  const data = parseJson(content)?.value;
  if (isObject(data)) return data as SeedData;
  throw new UserError(`${file} is not a JSON object of resources by their paths: {"/pets": [{"id": 1}]}.`);
}
