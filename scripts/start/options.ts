import { parseArgs } from "node:util";
import { portNumber } from "#cli/port-number.js";

export interface StartOptions {
  help: boolean;
  /** Undefined if not given: the default is used, or the next free port. */
  ports: { page: number | undefined; mock: number | undefined; sandbox: number | undefined };
}

/** @throws Error of parseArgs for an unknown option; UserError for an invalid port */
export function startOptions(args: string[]): StartOptions {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", default: false },
      port: { type: "string" },
      "mock-port": { type: "string" },
      "sandbox-port": { type: "string" },
    },
  });
  return {
    help: values.help,
    ports: {
      page: portOf("--port", values.port),
      mock: portOf("--mock-port", values["mock-port"]),
      sandbox: portOf("--sandbox-port", values["sandbox-port"]),
    },
  };
}

function portOf(option: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : portNumber(text, option);
}
