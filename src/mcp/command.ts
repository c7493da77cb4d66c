import { command } from "#cli/command.js";
import { COMMAND, CONFIGURATION_FILE, commandLine } from "#cli/installation.js";
import { list, text } from "#cli/option.js";
import type { Api } from "#verify/model/api.js";
import { serveClient } from "./protocol.js";

/** `mcp`: serves the tools to an assistant over standard input and output, until the input ends. */
export const mcpCommand = command(
  {
    about: `Serves plan, verify, causes, explain and mock as tools to an assistant (Model Context Protocol) over standard input and output. Runs are read-only, unless a target of ${CONFIGURATION_FILE} or a file of --target permits writes.`,
    usage: commandLine("mcp", "[options]"),
    options: [
      {
        files: list(
          "--target FILE",
          "a target file that an assistant may use, beside the targets of the configuration",
        ),
        spec: text("--spec FILE", "the contract of these files (default: the one that a file names)"),
      },
    ],
    notes: `An assistant starts it by: npx --no -- ${COMMAND} mcp --target staging.yaml --spec openapi.yaml`,
  },
  async (named, _operands, loadApi: () => Promise<Api> = async () => ({})) => {
    // Loaded on demand: the help is printed sooner.
    const { toolsOf } = await import("./tools.js");
    const { tools, close } = toolsOf(loadApi, named);
    await serveClient(tools, process.stdin, process.stdout);
    await close();
    return 0;
  },
);
