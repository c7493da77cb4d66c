import { spawn } from "node:child_process";
import { once } from "node:events";
import { UserError } from "#cli/user-error.js";
import { KEY_VARIABLES } from "#team-api/sandbox/keys/keys.js";

export interface SandboxProcess {
  /** The base URL, without a slash at the end. */
  url: string;
  /** A valid API key. */
  key: string;
  close(): Promise<void>;
}

/**
 * Starts the sandbox by its own command. It is written for one contract, and is therefore not imported here: with another
 * document in openapi/, it does not start, and all other parts still compile and run.
 *
 * @throws UserError with its error output, if it does not start
 */
export async function startSandboxProcess(port: number): Promise<SandboxProcess> {
  const args = ["--import", "tsx/esm", "src/cli.ts", "sandbox", "--port", `${port}`, "--quiet"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  // The sandbox ends with this process, for whatever reason it ends.
  process.once("exit", () => child.kill("SIGTERM"));
  let printed = "";
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  const started = new Promise<{ url: string; key: string }>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
      const [, url] = /^Sandbox at (http:\S+?),? /m.exec(printed) ?? [];
      const [, key] = /key of the first team +(.+)\n/.exec(printed) ?? [];
      // The sandbox prints well-known keys only.
      if (url !== undefined && key !== undefined) resolve({ url, key: process.env[KEY_VARIABLES.first] || key });
    });
  });
  const address = await Promise.race([started, ended.then(() => undefined)]);
  if (!address) throw new UserError(errors.trim() || "The sandbox ended before it listened. Try npm run sandbox.");
  return {
    ...address,
    close: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
