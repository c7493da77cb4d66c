import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, inject } from "vitest";
import type { Run } from "../command-line.js";

const folders: string[] = [];
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** Another repo that has installed the package. */
export interface Consumer {
  folder: string;
  /** The command of the package, as `bin` names it. */
  bin: string;
  /** Runs Node in the repo. */
  node(args: string[], env?: Record<string, string>): Run;
  /** Starts a command of the package that serves; gives its address. */
  serve(args: string[]): Promise<string>;
}

/**
 * Makes a repo with the package and some others installed; what is not named is not there. Installing reaches no
 * registry: the tarball is unpacked as npm would do it, and the others are linked.
 */
export async function consumer(packages: readonly string[], files: Record<string, string> = {}): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), "consumer-"));
  folders.push(folder);
  const installed = join(folder, "node_modules/team-api");
  await mkdir(installed, { recursive: true });
  spawnSync("tar", ["-xzf", inject("tarball"), "-C", installed, "--strip-components=1"]);
  for (const name of packages) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(resolve("node_modules", name), link);
  }
  for (const [name, text] of Object.entries({ "package.json": '{ "type": "module" }', ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const bin = join(installed, JSON.parse(await readFile(join(installed, "package.json"), "utf8")).bin["team-api"]);
  const { TEAM_API_KEY: _, FORCE_COLOR: __, ...inherited } = process.env;
  const env = { ...inherited, NO_COLOR: "1" };
  return {
    folder,
    bin,
    node(args, more = {}) {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: folder,
        env: { ...env, ...more },
        encoding: "utf8",
      });
      return { code: status, stdout, stderr };
    },
    async serve(args) {
      const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
      children.push(child);
      for await (const line of createInterface({ input: child.stdout })) {
        const [url] = /http:\/\/\S+\d/.exec(line) ?? [];
        if (url) return url;
      }
      throw new Error(`team-api ${args.join(" ")} ended before it listened.`);
    },
  };
}

/** What a command needs, as it says itself where nothing is installed. */
export async function peersOf(...args: string[]): Promise<string[]> {
  const bare = await consumer([]);
  const { stderr } = bare.node([bare.bin, ...args]);
  return [...stderr.matchAll(/"?((?:@[\w-]+\/)?[\w-]+)@[\^\d][\w.]*"?/g)].map(([, name = ""]) => name);
}
