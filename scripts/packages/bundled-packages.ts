import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Plugin } from "esbuild";
import { STAND_INS } from "#mock/prism/stand-ins.js";

/** A source map that maps all to the beginning of the file: a fifth of the size of a complete one. */
const COARSE_MAP = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString("base64");

/** Where a package is built as a module of JavaScript too, and esbuild cannot read the imports of the other build. */
const MODULES: Readonly<Record<string, string>> = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

const exactly = (names: readonly string[]) => new RegExp(`^(${names.join("|").replaceAll(".", "\\.")})$`);

/**
 * For a bundle with packages of others: it keeps the source maps small, which would be larger than the code, and installs the
 * stand-ins of Prism.
 */
export function bundledPackages(): Plugin {
  return {
    name: "bundled-packages",
    setup(build) {
      build.onResolve({ filter: exactly(Object.keys(MODULES)) }, ({ path, resolveDir }) =>
        build.resolve(MODULES[path] ?? path, { kind: "import-statement", resolveDir }),
      );
      build.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => {
        const code = await readFile(path, "utf8");
        return { contents: `${code}\n//# sourceMappingURL=data:application/json;base64,${COARSE_MAP}`, loader: "js" };
      });
      build.onResolve({ filter: exactly(Object.keys(STAND_INS)) }, ({ path }) => ({ path, namespace: "stand-in" }));
      build.onLoad({ filter: /./, namespace: "stand-in" }, ({ path }) => ({
        contents: `module.exports = require("./src/mock/prism/stand-ins.ts").STAND_INS[${JSON.stringify(path)}];`,
        resolveDir: resolve("."),
      }));
      // The stand-ins are in the bundle.
      build.onLoad({ filter: /[\\/]install-stand-ins\.ts$/ }, () => ({ contents: "export {};" }));
    },
  };
}
