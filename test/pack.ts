import { execFile } from "node:child_process";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { CLIENT, PACKAGES, TOOLS } from "../scripts/packages/packages.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The paths of the packed packages. */
    tarballs: { client: string; tools: string };
    /** A file that exists when they are packed. It holds the problem if that failed. */
    packed: string;
  }
}

/**
 * Builds the packages into `dist`, and packs them: once for all tests of the project "package", while other tests run.
 * `wait-for-packages.ts` waits for the end.
 */
export default async function pack({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "tarballs-"));
  const packed = join(folder, "packed");
  const work = packInto(folder)
    .catch((error: unknown) => String(error))
    .then(async (problem) => {
      // Renamed, so that the file is never there without its text.
      await writeFile(`${packed}.part`, problem ?? "");
      await rename(`${packed}.part`, packed);
    });
  provide("packed", packed);
  provide("tarballs", { client: join(folder, `${CLIENT.name}.tgz`), tools: join(folder, `${TOOLS.name}.tgz`) });
  return async () => {
    await work;
    await rm(folder, { recursive: true });
  };
}

async function packInto(folder: string): Promise<undefined> {
  const run = promisify(execFile);
  await run("npm", ["run", "build"]);
  const folders = PACKAGES.map(({ name }) => resolve("dist", name));
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder, ...folders]);
  const packed: { name: string; filename: string }[] = JSON.parse(stdout);
  for (const { name, filename } of packed) await rename(join(folder, filename), join(folder, `${name}.tgz`));
}
