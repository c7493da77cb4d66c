import { spawn } from "node:child_process";
import { once } from "node:events";

export interface SandboxProcess {
  /** Where it listens, without a slash at the end. */
  url: string;
  /** A key that it takes. */
  key: string;
  close(): Promise<void>;
}

/**
 * Starts the sandbox by its own command. It is the one part that is written for one contract, so nothing here imports it:
 * with another document in place, it says that it cannot start, and all else still compiles and serves.
 *
 * @throws Error with what it said, if it does not start
 */
export async function startSandboxProcess(port: number): Promise<SandboxProcess> {
  const args = ["--import", "tsx/esm", "src/cli.ts", "sandbox", "--port", `${port}`, "--quiet"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  // Whatever ends this process, the sandbox does not outlive it.
  process.once("exit", () => child.kill("SIGTERM"));
  let printed = "";
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    complaint += chunk;
  });
  const greeted = new Promise<{ url: string; key: string }>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
      const [, url] = /^Sandbox at (http:\S+?),? /m.exec(printed) ?? [];
      const [, key] = /key of the first team +(.+)\n/.exec(printed) ?? [];
      if (url !== undefined && key !== undefined) resolve({ url, key });
    });
  });
  const found = await Promise.race([greeted, ended.then(() => undefined)]);
  if (!found) throw new Error(complaint.trim() || "The sandbox ended before it served. Try npm run sandbox.");
  return {
    ...found,
    close: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
