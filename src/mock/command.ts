import { parseArgs } from "node:util";
import { CONTRACT, commandLine, contractName } from "../installation.js";
import { errorText, UserError } from "../user-error.js";
import { exampleRequest } from "./example-request.js";
import { escapeControls, logLine } from "./log-line.js";
import type { Mock } from "./mock.js";

const USAGE = `Serves a mock of the contract. It responds with the examples of the contract, and rejects invalid requests.

  ${commandLine("mock", "[options]")}

  --port N      the port to listen on (default: 4010; 0 for any free port)
  --host NAME   the address to listen on (default: 127.0.0.1)
  --spec FILE   the contract (default: ${contractName(CONTRACT)})
  --quiet       do not print each request

Request a certain response with a header:
  Prefer: code=404          a status that the contract documents
  Prefer: example=manual    an example by its key
  Prefer: dynamic=true      generated values that are valid by the schema`;

/**
 * `mock`: serves until a signal (Ctrl-C) ends it, and reloads the contract when it changes.
 *
 * @returns the exit code
 * @throws UserError if it cannot start
 */
export async function mockCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean" },
      host: { type: "string", default: "127.0.0.1" },
      port: { type: "string", default: "4010" },
      quiet: { type: "boolean" },
      spec: { type: "string", default: CONTRACT },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const mock = await start(values.spec, portNumber(values.port), values.host, values.quiet ?? false);
  console.log(`Mock of ${contractName(values.spec)} at ${mock.url}. It accepts any key. Stop it with Ctrl-C.`);
  const request = await exampleRequest(mock.document, mock.url);
  if (request) console.log(`Try: ${escapeControls(request)}`);
  await new Promise<void>((stop) => {
    process.once("SIGINT", () => stop());
    process.once("SIGTERM", () => stop());
  });
  await mock.close();
  return 0;
}

async function start(spec: string, port: number, host: string, quiet: boolean): Promise<Mock> {
  const { startMock } = await import("./mock.js");
  return startMock({
    spec,
    port,
    host,
    watch: true,
    onReload: (error) => {
      if (error) console.error(`${escapeControls(errorText(error))}\nStill serving the last valid contract.`);
      else console.log(`${contractName(spec)} changed. The mock serves the new version.`);
    },
    onResponse: (response) => {
      if (!quiet) console.log(logLine(response));
    },
  });
}

/** @throws UserError if the text is not a port */
function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UserError(`--port ${text} is not a port. Use a number from 0 to 65535.`);
}
