import { parseArgs } from "node:util";
import { only } from "../contract/embedded.js";
import { buildRequest } from "../contract/request.js";
import { CONTRACT, commandLine, contractName } from "../installation.js";
import { examplePairs } from "../openapi/example-pairs.js";
import { operationsOf } from "../openapi/operations.js";
import { securitySchemes } from "../openapi/security.js";
import { anyKey } from "./any-key.js";
import type { Mock } from "./mock.js";

const USAGE = `Serves a mock of the contract: it answers with the contract's examples and refuses what the contract refuses.

  ${commandLine("mock", "[options]")}

  --port N      where to listen; 4010 unless told, 0 for any free port
  --host NAME   127.0.0.1 unless told
  --spec FILE   the contract; ${contractName(CONTRACT)} unless told
  --quiet       do not print each request

Ask for a certain answer with a header:
  Prefer: code=404          a status that the contract documents
  Prefer: example=manual    an example by its key
  Prefer: dynamic=true      made-up values that fit the schema`;

/**
 * `mock`: serves until it is told to stop (Ctrl-C), and follows changes of the contract.
 *
 * @returns the exit code
 * @throws Error if it cannot start, saying what to do
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
  const port = portNumber(values.port);
  const { startMock } = await import("./mock.js");
  const name = contractName(values.spec);
  const mock = await startMock({
    spec: values.spec,
    port,
    host: values.host,
    watch: true,
    onReload: (error) => {
      if (error) console.error(`${error.message}\nThe contract as it was before goes on being served.`);
      else console.log(`${name} has changed and is served anew.`);
    },
    onAnswer: ({ method, url, status, detail }) => {
      if (!values.quiet) console.log(`${method} ${url} → ${status}${detail ? ` ${detail}` : ""}`);
    },
  });
  console.log(`Mock of ${name} at ${mock.url}. Any key is good. Stop it with Ctrl-C.`);
  const request = await firstRequest(mock);
  if (request) console.log(`Try: ${request}`);
  await new Promise<void>((stop) => {
    process.once("SIGINT", () => stop());
    process.once("SIGTERM", () => stop());
  });
  await mock.close();
  return 0;
}

/** A command line that asks for the first example that can be asked for with GET. */
async function firstRequest({ url, document }: Mock): Promise<string | undefined> {
  const [pair] = operationsOf(document)
    .filter(({ method }) => method === "get")
    .flatMap((operation) => examplePairs(operation).map(({ parameters }) => ({ operation, parameters })));
  if (!pair) return undefined;
  const target = { baseUrl: url, keys: { own: only(anyKey(document), "KEY") }, headers: {} };
  const request = await buildRequest(pair, target, securitySchemes(document));
  const headers = [...request.init.headers].map(([name, value]) => ` -H '${name}: ${value}'`);
  return `curl '${request.url}'${headers.join("")}`;
}

/** @throws Error unless it is a port */
function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`--port ${text} is no port. Use a number from 0 to 65535.`);
  return port;
}
