import { build, type Plugin } from "esbuild";

// Bundles the package into few files: loading two hundred small ones takes a tenth of the time of a run of `verify`.
// Packages stay imports, because the consumer installs them. tsc writes the declarations.

/** The entries of package.json, and the module that is loaded by its path. Modules of one entry are in fewer files. */
const ENTRIES = [
  ["generated/client.ts", "generated/schema.ts", "generated/validation.ts", "generated/msw.ts"],
  ["src/tanstack-query/index.ts"],
  ["src/cli.ts"],
  ["src/verify/vitest.ts"],
  ["src/sandbox/provision.ts"],
];

/** Modules of pages keep one import: package.json replaces its module in browsers, which cannot end a computation in time. */
const WITHIN_TIME = ["src/openapi/within-time.ts", "src/openapi/within-time-in-pages.ts"];
const replaceable: Plugin = {
  name: "replaceable",
  setup({ onResolve }) {
    // Entries and chunks of pages lie one folder below dist/.
    onResolve({ filter: /within-time\.js$/ }, () => ({ path: "../src/openapi/within-time.js", external: true }));
  },
};

for (const [index, entryPoints] of [...ENTRIES, WITHIN_TIME].entries()) {
  await build({
    entryPoints,
    plugins: index === 0 ? [replaceable] : [],
    outbase: ".",
    outdir: "dist",
    // As deep as dist/src/, because src/installation.ts finds the root of the package from its own place.
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
    logLevel: "warning",
  });
}
