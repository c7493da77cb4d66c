import { command } from "#cli/command.js";
import { COMMAND, CONFIGURATION_FILE, commandLine } from "#cli/installation.js";
import type { Api } from "#verify/model/api.js";
import { serveClient } from "./protocol.js";

/** `mcp`: serves the tools to an assistant over standard input and output, until the input ends. */
export const mcpCommand = command(
  {
    about: `Serves plan, verify, causes, explain and mock as tools to an assistant (Model Context Protocol) over standard input and output. Runs are read-only, unless a target of ${CONFIGURATION_FILE} permits writes.`,
    usage: commandLine("mcp"),
    options: [],
    notes: `An assistant starts it by: npx --no -- ${COMMAND} mcp`,
  },
  async (_options, _operands, loadApi: () => Promise<Api> = async () => ({})) => {
    // Loaded on demand: the help is printed sooner.
    const { toolsOf } = await import("./tools.js");
    const { tools, close } = toolsOf(loadApi);
    await serveClient(tools, process.stdin, process.stdout);
    await close();
    return 0;
  },
);
