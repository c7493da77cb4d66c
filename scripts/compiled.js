import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { REQUIRE } from "./bundled-require.js";

// Runs a script of TypeScript that starts too slowly by tsx, which loads modules one by one: it is compiled with all of its
// modules first. `node scripts/compiled.js scripts/generate.ts --check` takes two thirds of the time of tsx. A stack trace
// has places of the compiled script: with source maps, Node would search the nine megabytes of TypeScript. `node --import tsx/esm scripts/generate.ts` has the places in the sources.

const [, , script = "", ...args] = process.argv;
const root = fileURLToPath(new URL("..", import.meta.url));
// Two folders below the root, because src/cli/installation.ts finds the root from its own place. Each process has its own
// folder, because several may run at once.
const folder = join(root, `.compiled/${process.pid}`);

process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
// The exit codes of the shell for these signals. 1 has a meaning of its own.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

/** @returns {Promise<string | undefined>} the compiled script; undefined if it cannot be compiled, which esbuild has reported */
async function compile() {
  try {
    await build({
      absWorkingDir: root,
      entryPoints: { script },
      outdir: folder,
      // A module that is imported on demand stays apart, with the packages that only it imports.
      bundle: true,
      splitting: true,
      packages: "external",
      format: "esm",
      outExtension: { ".js": ".mjs" },
      banner: { js: REQUIRE },
      platform: "node",
      target: "node20.19",
      logLevel: "error",
    });
    return join(folder, "script.mjs");
  } catch {
    return undefined;
  }
}

const compiled = await compile();
if (compiled === undefined) process.exit(2);
// The script finds its arguments where tsx leaves them.
process.argv = [process.execPath, join(root, script), ...args];
await import(pathToFileURL(compiled).href);
