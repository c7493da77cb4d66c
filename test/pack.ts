import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the packed package. */
    tarball: string;
  }
}

/** Builds the package into `dist`, and packs it: once for all tests of the project "package". */
export default async function pack({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "tarball-"));
  await promisify(execFile)("npm", ["pack", "--pack-destination", folder]);
  const [file] = await readdir(folder);
  if (!file) throw new Error("npm pack wrote no file.");
  provide("tarball", join(folder, file));
  return () => rm(folder, { recursive: true });
}
