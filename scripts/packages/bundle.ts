import { readFile, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import { REQUIRE } from "../bundled-require.js";
import { bundledPackages } from "./bundled-packages.js";
import type { Bundle } from "./packages.js";

/** The other packages of a bundle. */
export interface Bundled {
  /** The names of packages that it imports. */
  imported: Set<string>;
  /** The folders of packages that are part of it, from the root of this repo. */
  included: Set<string>;
}

/** Packages that pg, node-fetch, pino and TypeScript load if they are installed, and do without. */
const DISPENSABLE = ["pg-native", "encoding", "pino-pretty", "source-map-support"];

/**
 * Bundles the code of a package into few files: loading two hundred small ones takes a tenth of the time of a run of
 * `verify`.
 *
 * @param folder the files are written there, by their paths in this repo
 */
export async function bundle(item: Bundle & { name?: string }, folder: string): Promise<Bundled> {
  const { name, groups, separate = [], ...own } = item;
  const bundled: Bundled = { imported: new Set(), included: new Set() };
  const includes = own.dependencies !== "all";
  for (const entryPoints of [...groups, ...(separate.length > 0 ? [separate] : [])]) {
    const { metafile } = await build({
      entryPoints: [...entryPoints],
      plugins: [...(entryPoints === separate ? [] : [keptImports(separate)]), ...(includes ? [bundledPackages()] : [])],
      outbase: ".",
      outdir: folder,
      // As deep as src/, because src/cli/installation.ts finds the root of the package from its own place.
      chunkNames: "chunks/[name]-[hash]",
      bundle: true,
      // Without the names, stack traces would be unreadable.
      minifyWhitespace: includes,
      minifySyntax: includes,
      splitting: true,
      // The package itself is imported by the files that `init` writes.
      ...(own.dependencies === "all"
        ? { packages: "external" }
        : {
            external: [
              ...own.dependencies,
              ...own.optionalPeers,
              ...(name === undefined ? [] : [name]),
              ...DISPENSABLE,
            ],
            banner: { js: REQUIRE },
          }),
      // TypeScript reads where it is.
      define: { __filename: "import.meta.filename", __dirname: "import.meta.dirname" },
      format: "esm",
      platform: "node",
      target: "node20.19",
      sourcemap: own.hasSources ? true : "external",
      metafile: true,
      logLevel: "warning",
    });
    const outputs = Object.entries(metafile.outputs);
    for (const [file, { imports }] of outputs) {
      if (imports.some(({ path }) => path.startsWith(KEPT)))
        await writeFile(file, withKeptImports(await readFile(file, "utf8"), dirname(file), folder));
    }
    const imports = outputs.flatMap(([, output]) => output.imports).filter(({ path }) => !path.startsWith(KEPT));
    for (const { path, external } of imports) {
      const found = external ? packageNamed(path) : undefined;
      if (found !== undefined && !DISPENSABLE.includes(found)) bundled.imported.add(found);
    }
    for (const file of Object.keys(metafile.inputs)) {
      const root = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
      if (root !== undefined) bundled.included.add(root);
    }
  }
  return bundled;
}

/** How an import of a separate module is written until the place of the importing file is known. */
const KEPT = "kept:";

/** Keeps the imports of separate modules. */
function keptImports(separate: readonly string[]): Plugin {
  const files = separate.map((path) => path.replace(/\.ts$/, ".js"));
  return {
    name: "kept-imports",
    setup({ onResolve }) {
      onResolve({ filter: /^(\.\.?\/|#)/ }, ({ path, resolveDir }) => {
        const imported = path.startsWith("#") ? join("/src", path.slice(1)) : join(resolveDir, path);
        const file = files.find((name) => imported.endsWith(join("/", name)));
        return file === undefined ? undefined : { path: `${KEPT}${file}`, external: true };
      });
    },
  };
}

/** Code in which the imports of separate modules are relative paths. */
function withKeptImports(code: string, from: string, root: string): string {
  return code.replace(/"kept:([^"]+)"/g, (_, file: string) => {
    const path = relative(from, join(root, file)).replaceAll("\\", "/");
    return JSON.stringify(path.startsWith(".") ? path : `./${path}`);
  });
}

/** The package that an import names; undefined for files and the modules of Node. */
function packageNamed(path: string): string | undefined {
  if (path.startsWith(".") || path.startsWith("node:") || isBuiltin(path)) return undefined;
  return path
    .split("/")
    .slice(0, path.startsWith("@") ? 2 : 1)
    .join("/");
}
