import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";

/** Codes in place of modules of `src/`, by their paths in it. */
export type Replaced = Readonly<Record<string, string>>;

/**
 * The size of a page in bytes of gzip, minified.
 *
 * @param page its code, which imports `operations`
 * @param operations the generated functions of operations
 */
export async function pageSize(page: string, operations: string, replaced: Replaced = {}): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: page, resolveDir: resolve("."), loader: "ts" },
    plugins: [modulesOf(operations, replaced)],
    ...{ bundle: true, minify: true, format: "esm", platform: "browser", target: "es2022", write: false },
  });
  return gzipSync(outputFiles?.[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
}

function modulesOf(operations: string, replaced: Replaced): Plugin {
  return {
    name: "operations",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(.*\/)?operations$/ }, ({ path }) => ({ path, namespace: "code" }));
      onLoad({ filter: /./, namespace: "code" }, () => ({
        contents: operations,
        loader: "ts",
        resolveDir: resolve("."),
      }));
      onResolve({ filter: /^#/ }, ({ path }) => ({
        path: join(resolve("src"), path.slice(1).replace(/\.js$/, ".ts")),
      }));
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const name = Object.keys(replaced).find((module) => path === resolve("src", module));
        return name === undefined
          ? undefined
          : { contents: replaced[name] ?? "", loader: "ts", resolveDir: dirname(path) };
      });
    },
  };
}
