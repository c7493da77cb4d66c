import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";

/** @type {{ root?: string, compiled?: string }} */
let folders;

/**
 * @param {typeof folders} data the folder of the project, and that of its compiled files (default: nothing is compiled before)
 */
export function initialize(data) {
  folders = data;
}

/**
 * A relative import names the file that TypeScript would write (`./x.js`), and the source is beside it.
 *
 * @type {import("node:module").ResolveHook}
 */
export async function resolve(specifier, context, next) {
  const isSource = /^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith(".ts");
  if (!isSource) return next(specifier, context);
  try {
    return await next(specifier.replace(/\.js$/, ".ts"), context);
  } catch {
    return next(specifier, context);
  }
}

/**
 * Loads a source. Those of this project are compiled before the tests begin, and those of its copies here.
 *
 * @type {import("node:module").LoadHook}
 */
export async function load(url, context, next) {
  if (!url.startsWith("file:") || !url.endsWith(".ts")) return next(url, context);
  const file = fileURLToPath(url);
  const source = (await readCompiled(file)) ?? (await compile(file));
  return { format: "module", source, shortCircuit: true };
}

/** @param {string} file */
async function readCompiled(file) {
  const { root, compiled } = folders;
  const place = root === undefined ? ".." : relative(root, file);
  if (compiled === undefined || place.startsWith("..")) return;
  return readFile(join(compiled, place.replace(/\.ts$/, ".js"))).catch(() => undefined);
}

/** @param {string} file */
async function compile(file) {
  const { code } = await transform(await readFile(file, "utf8"), {
    loader: "ts",
    format: "esm",
    target: "node20",
    sourcefile: file,
    sourcemap: "inline",
  });
  return code;
}
