import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const FOLDERS = ["src", "scripts", "generated", "test"];

/**
 * Compiles all sources into a temporary folder, once for all workers and processes of the tests. They find it by the variable
 * `TEST_SOURCES`, which names the project too, and load its files through `hooks.js`. Vitest itself loads test files.
 */
export default async function compileSources(): Promise<(() => Promise<void>) | undefined> {
  const root = resolve();
  // Another Vitest project has compiled them, unless this run is a test of a copy of the project.
  const before = process.env.TEST_SOURCES;
  if (before !== undefined && JSON.parse(before).root === root) return;
  const folder = await mkdtemp(join(tmpdir(), "test-sources-"));
  const sources = await Promise.all(FOLDERS.map(sourcesIn));
  await build({
    entryPoints: sources.flat(),
    outdir: folder,
    outbase: ".",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    // Absolute, because the compiled files lie elsewhere.
    sourceRoot: `${root}/`,
    logLevel: "error",
  });
  process.env.TEST_SOURCES = JSON.stringify({ root, compiled: folder });
  return async () => {
    delete process.env.TEST_SOURCES;
    await rm(folder, { recursive: true });
  };
}

async function sourcesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => /^[^.].*(?<!\.test|\.d)\.ts$/.test(file) && !/\/(\.|fixtures\/)/.test(file))
    .map((file) => `${folder}/${file}`);
}
