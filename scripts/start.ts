import { errorText } from "../src/cli/user-error.js";
import { startOptions } from "./start/options.js";
import { CONTRACT, type Service, serve } from "./start/serve.js";

const USAGE = `Serves the reference page, the mock and the sandbox of ${CONTRACT} on this machine, until Ctrl-C.

  npm start -- [options]

  --port N           port of the page (default: 4000)
  --mock-port N      port of the mock (default: 4010)
  --sandbox-port N   port of the sandbox (default: 4020)

If a default port is in use, the next free one is used. Port 0 is any free port. The page and the mock follow changes of
the contract; restart to update the sandbox. With TEAM_API_BASE_URL, the page also sends requests to that server.

Exit code: 0 stopped, 2 could not start.`;

/** The longest time in which everything may stop, in milliseconds. */
const STOP_TIMEOUT = 10_000;

/** The running services, the last started first. */
const running: Service[] = [];

/** @returns the exit code */
async function main(args: string[]): Promise<number> {
  const { help, ports } = startOptions(args);
  if (help) {
    console.log(USAGE);
    return 0;
  }
  const interrupted = new Promise<void>((stop) => {
    process.once("SIGINT", () => stop());
    process.once("SIGTERM", () => stop());
  });
  await Promise.race([serve(ports, (service) => running.unshift(service)), interrupted]);
  await interrupted;
  setTimeout(() => process.exit(0), STOP_TIMEOUT).unref();
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(errorText(error));
  return 2;
});
await Promise.all(running.map((each) => each.close()));
// Ends services that were still starting when the signal came.
process.exit();
