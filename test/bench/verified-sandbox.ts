import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BENCH, COMMANDS, expectCode, PROJECT, type Ran, runNode, serve, TSX, WORK } from "./processes.js";
import type { Recorded } from "./recorder.js";
import { TARGET_KEYS, targetFile } from "./target.js";

/** The token of the sandbox's control plane, for the sandbox and for its provision module. */
const CONTROL = { SANDBOX_CONTROL_TOKEN: "control-token-of-the-bench" };

/** A sandbox in another process, and runs of `verify` against it, each a process. */
export interface VerifiedSandbox {
  url: string;
  /** Brings back the data of the start. */
  reset(): Promise<void>;
  /** A complete run: with every key, writes, and the provision module. @param url of the sandbox, or of a proxy before it */
  verify(url: string, form?: "built" | "sources"): Promise<Ran>;
  /**
   * Sends requests again by bare fetch.
   *
   * @param parallel how many at once (default: as many as there were)
   */
  replay(recorded: readonly Recorded[], url: string, parallel?: number): Promise<Ran>;
  close(): Promise<void>;
}

/** Starts a sandbox with the data that a complete run needs. */
export async function startVerifiedSandbox(): Promise<VerifiedSandbox> {
  await mkdir(WORK, { recursive: true });
  const { url, close } = await serve(
    (port) => [COMMANDS, "sandbox", "--quiet", "--control", "--rows", "45", "--port", String(port)],
    "/suppressions",
    { env: CONTROL },
  );
  const target = join(WORK, "target.yaml");
  await writeFile(target, targetFile(url, join(PROJECT, "dist/team-api-tools/dist/src/team-api/sandbox/provision.js")));
  const requests = join(WORK, "requests.json");
  const scripts = { built: [COMMANDS], sources: ["--import", TSX, join(PROJECT, "src/cli.ts")] };
  return {
    url,
    close,
    async reset() {
      const headers = { authorization: `Bearer ${CONTROL.SANDBOX_CONTROL_TOKEN}` };
      const response = await fetch(`${url}/_sandbox/reset`, { method: "POST", headers });
      if (!response.ok) throw new Error(`The sandbox cannot be reset: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    },
    async verify(baseUrl, form = "built") {
      const options = ["--target", target, "--base-url", baseUrl, "--reports", join(WORK, "reports"), "--seed", "1"];
      const env = { ...TARGET_KEYS, ...CONTROL };
      return expectCode(await runNode([...scripts[form], "verify", ...options], { env }), "verify");
    },
    async replay(recorded, baseUrl, parallel) {
      await writeFile(requests, JSON.stringify(recorded));
      const more = parallel === undefined ? [] : [String(parallel)];
      return expectCode(await runNode([join(BENCH, "replay.js"), requests, baseUrl, ...more]), "The replay");
    },
  };
}
