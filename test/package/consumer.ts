import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, inject } from "vitest";
import { ended, type Run, startNode } from "../command-line.js";

const folders: string[] = [];
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  }
  for (const folder of folders) await rm(folder, { recursive: true });
});

/** Another repo that has installed the package. */
export interface Consumer {
  folder: string;
  /** Runs Node in the repo. */
  node(args: string[]): Promise<Run>;
  /** Runs the command that `bin` of the package names. */
  teamApi(args: string[], env?: Record<string, string>): Promise<Run>;
  /** Starts a server command of the package. Returns its base URL. */
  serve(args: string[]): Promise<string>;
}

/**
 * Makes a repo with the package, its dependencies and the named packages installed, and no others. It needs no registry:
 * the tarball is unpacked as npm would do it, and the others are linked.
 *
 * @param files texts by path
 */
export async function consumer(packages: readonly string[], files: Record<string, string> = {}): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), "consumer-"));
  folders.push(folder);
  const installed = join(folder, "node_modules/team-api");
  await mkdir(installed, { recursive: true });
  spawnSync("tar", ["-xzf", inject("tarball"), "-C", installed, "--strip-components=1"]);
  const manifest: { bin: Record<string, string>; dependencies: Record<string, string> } = JSON.parse(
    await readFile(join(installed, "package.json"), "utf8"),
  );
  for (const name of [...Object.keys(manifest.dependencies), ...packages]) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(resolve("node_modules", name), link);
  }
  for (const [name, text] of Object.entries({ "package.json": '{ "type": "module" }', ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const bin = join(installed, manifest.bin["team-api"] ?? "");
  return {
    folder,
    node: (args) => ended(startNode(args, {}, folder)),
    teamApi: (args, env = {}) => ended(startNode([bin, ...args], env, folder)),
    async serve(args) {
      const child = startNode([bin, ...args], {}, folder);
      children.push(child);
      if (!child.stdout) throw new Error("The command has no output.");
      for await (const line of createInterface({ input: child.stdout })) {
        const [url] = /http:\/\/\S+\d/.exec(line) ?? [];
        if (url) return url;
      }
      throw new Error(`team-api ${args.join(" ")} ended before it listened.`);
    },
  };
}

/** The packages that a command says to install in a repo that has none of them. */
export async function peersOf(...args: string[]): Promise<string[]> {
  const { stderr } = await (await consumer([])).teamApi(args);
  const [, install = ""] = stderr.split("npm install --save-dev ");
  return [...install.matchAll(/"?(@?[^@"\s]+)@[^"\s]+"?/g)].map(([, name = ""]) => name);
}
