import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { inject } from "vitest";
import { ended, type Run, startNode } from "../command-line.js";

const folders: string[] = [];
const children: ChildProcess[] = [];

/** Ends the servers of all consumers, and removes their folders. */
export async function closeConsumers(): Promise<void> {
  for (const child of children.splice(0)) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
}

/** Another repo that has installed one of the packages. */
export interface Consumer {
  folder: string;
  /** Runs Node in the repo. */
  node(args: string[], env?: Record<string, string>): Promise<Run>;
}

/** Another repo that has installed the tools. */
export interface ToolsConsumer extends Consumer {
  /** The path of the command that the package installs. */
  command: string;
  /** Runs the command that the package installs. */
  teamApi(args: string[], env?: Record<string, string>): Promise<Run>;
  /** Starts a server command. Returns its base URL. */
  serve(args: string[]): Promise<string>;
}

interface Manifest {
  name: string;
  bin?: Record<string, string>;
  dependencies: Record<string, string>;
}

/**
 * Makes a repo with `team-api`, its dependencies and the named packages installed, and no others.
 *
 * @param files texts by path
 */
export async function consumer(packages: readonly string[], files: Record<string, string> = {}): Promise<Consumer> {
  const folder = await repoWith(files);
  await install(folder, inject("tarballs").client, packages);
  return { folder, node: (args, env = {}) => ended(startNode(args, env, folder)) };
}

/** Makes a repo with `team-api-tools`, its dependencies and the named packages installed, and no others. */
export async function toolsConsumer(
  files: Record<string, string> = {},
  packages: readonly string[] = [],
): Promise<ToolsConsumer> {
  const folder = await repoWith(files);
  const { name, bin } = await install(folder, inject("tarballs").tools, packages);
  const command = join(folder, "node_modules", name, bin?.["team-api"] ?? "");
  return {
    folder,
    command,
    node: (args, env = {}) => ended(startNode(args, env, folder)),
    teamApi: (args, env = {}) => ended(startNode([command, ...args], env, folder)),
    async serve(args) {
      const child = startNode([command, ...args], {}, folder);
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

async function repoWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "consumer-"));
  folders.push(folder);
  for (const [name, text] of Object.entries({ "package.json": '{ "type": "module" }', ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** Unpacks a tarball as npm would do it, and links its dependencies and the named packages, so that no registry is needed. */
async function install(folder: string, tarball: string, packages: readonly string[]): Promise<Manifest> {
  const unpacked = join(folder, "unpacked");
  await mkdir(unpacked);
  spawnSync("tar", ["-xzf", tarball, "-C", unpacked, "--strip-components=1"]);
  const manifest: Manifest = JSON.parse(await readFile(join(unpacked, "package.json"), "utf8"));
  await mkdir(join(folder, "node_modules"), { recursive: true });
  await rename(unpacked, join(folder, "node_modules", manifest.name));
  for (const name of [...Object.keys(manifest.dependencies), ...packages]) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(resolve("node_modules", name), link);
  }
  return manifest;
}
