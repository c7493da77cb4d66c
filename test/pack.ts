import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The package as it would be published. */
    tarball: string;
  }
}

/** Builds and packs the package, once for all tests of it; what is built stays in `dist`. */
export default async function pack({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "tarball-"));
  await promisify(execFile)("npm", ["pack", "--pack-destination", folder]);
  const [file] = await readdir(folder);
  if (!file) throw new Error("npm pack made no file.");
  provide("tarball", join(folder, file));
  return () => rm(folder, { recursive: true });
}
