import { parseArgs } from "node:util";

export interface StartOptions {
  help: boolean;
  /** Undefined where none was given: the next free one is taken. */
  ports: { page: number | undefined; mock: number | undefined; sandbox: number | undefined };
}

/** @throws Error if an option is unknown, or a port is none */
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
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new Error(`${option} ${text} is no port. Use a number from 0 to 65535.`);
}
