/** The name of a package, and its words about itself. */
export interface PackageFacts {
  name: string;
  version: string;
  description: string;
  /** An SPDX expression (default: none, so that its owner chooses it). */
  license?: string | undefined;
}

/** The needs of the runtime, which the build determines. */
export interface RuntimeNeeds {
  engines: Readonly<Record<string, string>>;
  dependencies: Readonly<Record<string, string>>;
  /** Packages that the user installs if a feature needs them. */
  optionalPeers: readonly string[];
}

/** The types and the file of an entry of `exports`. */
function entry(module: string): { types: string; default: string } {
  return { types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` };
}

/** The generated module with types of another package that has other ones for CommonJS. */
export const COMMON_JS_ENTRY = "msw";

/** The entries of a client package. */
export const CLIENT_EXPORTS = {
  ".": entry("generated/client"),
  "./operations": entry("generated/operations"),
  "./types": entry("generated/schema"),
  "./openapi.json": "./generated/openapi.json",
  "./validation": entry("generated/validation"),
  "./schemas": entry("generated/schemas"),
  "./tanstack-query": entry("src/tanstack-query/index"),
  "./openapi-fetch": entry("src/openapi-fetch/index"),
  "./msw": {
    require: {
      types: `./dist/generated/${COMMON_JS_ENTRY}.d.cts`,
      default: `./dist/generated/${COMMON_JS_ENTRY}.cjs`,
    },
    ...entry(`generated/${COMMON_JS_ENTRY}`),
  },
  "./package.json": "./package.json",
};

/** Modules of the runtime that stay files of their own, because the second one replaces the first one in browsers. */
export const REPLACED_IN_PAGES = [
  "src/openapi/patterns/within-time.ts",
  "src/openapi/patterns/within-time-in-pages.ts",
] as const;

/** The package.json of a client package. */
export function clientManifest(facts: PackageFacts, needs: RuntimeNeeds): object {
  const [inNode, inPages] = REPLACED_IN_PAGES.map((path) => `./dist/${path.replace(/\.ts$/, ".js")}`);
  return {
    name: facts.name,
    version: facts.version,
    description: facts.description,
    ...(facts.license !== undefined && { license: facts.license }),
    type: "module",
    exports: CLIENT_EXPORTS,
    sideEffects: false,
    browser: { [inNode ?? ""]: inPages },
    files: ["dist", "generated", "src", "CHANGELOG.md", "NOTICES.md"],
    engines: needs.engines,
    dependencies: needs.dependencies,
    // Any version, so that npm installs the package beside whatever version a repo has.
    peerDependencies: Object.fromEntries(needs.optionalPeers.map((peer) => [peer, "*"])),
    peerDependenciesMeta: Object.fromEntries(needs.optionalPeers.map((peer) => [peer, { optional: true }])),
  };
}
