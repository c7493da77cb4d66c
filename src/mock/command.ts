import { command, untilStopped } from "../cli/command.js";
import { commandLine, contractName } from "../cli/installation.js";
import { flag } from "../cli/option.js";
import { listening, OVERLAYS, QUIET, SPEC, SPEC_HEADERS, STRICT_DOCUMENT } from "../cli/options.js";
import { growHeapFor, growHeapSlowly } from "../cli/small-heap.js";
import { onLines } from "../cli/unprintable.js";
import { errorText } from "../cli/user-error.js";
import { CONDITION_OPTIONS } from "../conditions/condition-options.js";
import { exampleRequest } from "./example-request.js";
import { logLine } from "./log-line.js";
import type { Mock, MockOptions } from "./mock.js";

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
      CONDITION_OPTIONS,
    ],
    notes: `Request a certain response with a header:
  Prefer: code=404          any status; one that the contract does not document gets a problem (RFC 9457)
  Prefer: delay=800         a response after 800 milliseconds
  Prefer: example=manual    an example by its key
  Prefer: dynamic=true      generated values that are valid by the schema

The header x-mock-choice of each response says what was chosen, and why.`,
  },
  async (options) => {
    growHeapSlowly();
    const mock = await start(options);
    growHeapFor(mock.document);
    console.log(`Mock of ${contractName(options.spec)} at ${mock.url}. It accepts any key. Stop it with Ctrl-C.`);
    const request = await exampleRequest(mock.document, mock.url);
    if (request) console.log(`Try: ${onLines(request)}`);
    await untilStopped();
    await mock.close();
    return 0;
  },
);

async function start({ quiet, ...options }: MockOptions & { spec: string; quiet: boolean }): Promise<Mock> {
  const { startMock } = await import("./mock.js");
  const { spec } = options;
  return startMock({
    ...options,
    watch: true,
    onWarning: (line) => console.error(onLines(line)),
    onReload: (error) => {
      if (error) console.error(`${errorText(error)}\nStill serving the last valid contract.`);
      else console.log(`${contractName(spec)} changed. The mock serves the new version.`);
    },
    onResponse: (response) => {
      if (!quiet) console.log(logLine(response));
    },
  });
}
