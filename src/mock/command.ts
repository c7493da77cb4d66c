import { parseArgs } from "node:util";
import { CONTRACT, commandLine, contractName } from "../cli/installation.js";
import { portNumber } from "../cli/port-number.js";
import { onLines } from "../cli/unprintable.js";
import { errorText } from "../cli/user-error.js";
import { CONDITION_OPTIONS, CONDITIONS_USAGE, readConditions } from "../conditions/condition-options.js";
import { exampleRequest } from "./example-request.js";
import { logLine } from "./log-line.js";
import type { Mock, MockOptions } from "./mock.js";

const USAGE = `Serves a mock of the contract. It responds with the examples of the contract, and rejects invalid requests.

  ${commandLine("mock", "[options]")}

  --port N      the port to listen on (default: 4010; 0 for any free port)
  --host NAME   the address to listen on (default: 127.0.0.1)
  --spec FILE   the contract: a file or an http(s) URL (default: ${contractName(CONTRACT)})
  --overlay FILE  change the contract by an overlay (Overlay 1.0); repeatable
  --strict      respond with 500 if no response is valid by the contract (default: send it with a warning)
${CONDITIONS_USAGE}
  --quiet       do not print each request

Request a certain response with a header:
  Prefer: code=404          any status; one that the contract does not document gets a problem (RFC 9457)
  Prefer: delay=800         a response after 800 milliseconds
  Prefer: example=manual    an example by its key
  Prefer: dynamic=true      generated values that are valid by the schema

The header x-mock-choice of each response says what was chosen, and why.`;

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
      ...CONDITION_OPTIONS,
      help: { type: "boolean" },
      host: { type: "string", default: "127.0.0.1" },
      overlay: { type: "string", multiple: true, default: [] },
      port: { type: "string", default: "4010" },
      quiet: { type: "boolean" },
      spec: { type: "string", default: CONTRACT },
      strict: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const mock = await start({
    ...values,
    ...readConditions(values),
    overlays: values.overlay,
    port: portNumber(values.port),
  });
  console.log(`Mock of ${contractName(values.spec)} at ${mock.url}. It accepts any key. Stop it with Ctrl-C.`);
  const request = await exampleRequest(mock.document, mock.url);
  if (request) console.log(`Try: ${onLines(request)}`);
  await new Promise<void>((stop) => {
    process.once("SIGINT", () => stop());
    process.once("SIGTERM", () => stop());
  });
  await mock.close();
  return 0;
}

async function start({ quiet = false, ...options }: MockOptions & { quiet?: boolean }): Promise<Mock> {
  const { startMock } = await import("./mock.js");
  const { spec } = options;
  return startMock({
    ...options,
    watch: true,
    onReload: (error) => {
      if (error) console.error(`${errorText(error)}\nStill serving the last valid contract.`);
      else console.log(`${contractName(spec)} changed. The mock serves the new version.`);
    },
    onResponse: (response) => {
      if (!quiet) console.log(logLine(response));
    },
  });
}
