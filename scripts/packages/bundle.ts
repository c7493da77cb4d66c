import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import type { Package } from "./packages.js";

/**
 * Bundles the code of a package into few files: loading two hundred small ones takes a tenth of the time of a run of
 * `verify`. Other packages stay imports.
 *
 * @param folder the files are written there, by their paths in this repo
 * @returns the names of the packages that the code imports
 */
export async function bundle({ groups, separate = [] }: Package, folder: string): Promise<Set<string>> {
  const names = new Set<string>();
  for (const entryPoints of [...groups, ...(separate.length > 0 ? [separate] : [])]) {
    const { metafile } = await build({
      entryPoints: [...entryPoints],
      plugins: entryPoints === separate ? [] : [keptImports(separate)],
      outbase: ".",
      outdir: folder,
      // As deep as src/, because src/installation.ts finds the root of the package from its own place.
      chunkNames: "chunks/[name]-[hash]",
      bundle: true,
      splitting: true,
      packages: "external",
      format: "esm",
      platform: "node",
      target: "node20.19",
      sourcemap: true,
      // The package has the sources.
      sourcesContent: false,
      metafile: true,
      logLevel: "warning",
    });
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
    for (const { path, external } of imports) {
      const name = external ? packageNamed(path) : undefined;
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}

/** Keeps the imports of separate modules. Entries and chunks lie one folder below the folder of the bundle. */
function keptImports(separate: readonly string[]): Plugin {
  const files = separate.map((each) => each.replace(/\.ts$/, ".js"));
  return {
    name: "kept-imports",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
        const file = files.find((each) => join(resolveDir, path).endsWith(join("/", each)));
        return file === undefined ? undefined : { path: `../${file}`, external: true };
      });
    },
  };
}

/** The package that an import names; undefined for files and the modules of Node. */
function packageNamed(path: string): string | undefined {
  if (path.startsWith(".") || path.startsWith("node:")) return undefined;
  return path
    .split("/")
    .slice(0, path.startsWith("@") ? 2 : 1)
    .join("/");
}
