import { command, untilStopped } from "#cli/command.js";
import { CONTRACT, commandLine } from "#cli/installation.js";
import { PORTS, port } from "#cli/options.js";
import { type Service, serve } from "./serve.js";

/** The running services, the last started first. */
export const running: Service[] = [];

/** `npm start`: serves everything until a signal (Ctrl-C) ends it. */
export const startCommand = command(
  {
    about: `Serves the reference page, the mock and the sandbox of ${CONTRACT} on this machine, until Ctrl-C.`,
    usage: commandLine("start", "[options]"),
    options: [
      {
        page: port("--port N", `the port of the page (default: ${PORTS.page})`),
        mock: port("--mock-port N", `the port of the mock (default: ${PORTS.mock})`),
        sandbox: port("--sandbox-port N", `the port of the sandbox (default: ${PORTS.sandbox})`),
      },
    ],
    notes: `If a default port is in use, the next free one is used. Port 0 is any free port. The page and the mock follow changes of
the contract; restart to update the sandbox. With TEAM_API_BASE_URL, the page also sends requests to that server.

Exit code: 0 stopped, 2 could not start.`,
  },
  async (ports) => {
    const interrupted = untilStopped(true);
    await Promise.race([serve(ports, (service) => running.unshift(service)), interrupted]);
    await interrupted;
    return 0;
  },
);
