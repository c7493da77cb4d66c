import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { CLIENT, PACKAGES, TOOLS } from "../scripts/packages/packages.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The paths of the packed packages. */
    tarballs: { client: string; tools: string };
  }
}

/** Builds the packages into `dist`, and packs them: once for all tests of the project "package". */
export default async function pack({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "tarballs-"));
  const run = promisify(execFile);
  await run("npm", ["run", "build"]);
  const folders = PACKAGES.map(({ name }) => resolve("dist", name));
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder, ...folders]);
  const packed: { name: string; filename: string }[] = JSON.parse(stdout);
  const tarball = (wanted: string) => {
    const found = packed.find(({ name }) => name === wanted);
    if (!found) throw new Error(`npm pack wrote no file for ${wanted}.`);
    return join(folder, found.filename);
  };
  provide("tarballs", { client: tarball(CLIENT.name), tools: tarball(TOOLS.name) });
  return () => rm(folder, { recursive: true });
}
