import { CONFIGURATION_SCHEMA, KNOWN_SCHEMA, TARGET_SCHEMA } from "#cli/installation.js";

/** A package that other repos install. Both are built from this repo, and have its version. */
export interface Package {
  name: string;
  description: string;
  /** Modules that are bundled together: they share chunks, and an entry of another group repeats them. */
  groups: readonly (readonly string[])[];
  /** Modules that stay files of their own. Other modules import them by their path. */
  separate?: readonly string[];
  /** Fields of package.json that only this package has: `exports`, `browser`, `bin`, `sideEffects`. */
  fields: Readonly<Record<string, unknown>>;
  /** Files that are copied as they are. */
  files: readonly string[];
  /** Packages that the user installs if a feature needs them. */
  optionalPeers: readonly string[];
  /**
   * Packages that npm installs as dependencies, and that the code imports; `all` for every one. The others are bundled, with
   * their own dependencies.
   */
  dependencies: "all" | readonly string[];
}

/** The types and the file of an entry of `exports`. */
function entry(module: string): { types: string; default: string } {
  return { types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` };
}

const CONTRACT = "./generated/openapi.json";
/** The folder of the README of each package, named as the package. */
export const READMES = "scripts/packages/readme";

const SHARED_FILES = ["generated/openapi.json", "CHANGELOG.md", "LICENSE"];

/** The client and its parts: for pages and servers that call the API. */
export const CLIENT: Package = {
  name: "team-api",
  description: "Types and a typed fetch client of the Team Management API, generated from its contract",
  groups: [
    ["generated/client.ts", "generated/schema.ts", "generated/validation.ts", "generated/msw.ts"],
    ["src/tanstack-query/index.ts"],
  ],
  // package.json replaces the first one in browsers, which cannot end a computation in time.
  separate: ["src/openapi/schema/within-time.ts", "src/openapi/schema/within-time-in-pages.ts"],
  fields: {
    exports: {
      ".": entry("generated/client"),
      "./types": entry("generated/schema"),
      "./openapi.json": CONTRACT,
      "./validation": entry("generated/validation"),
      "./tanstack-query": entry("src/tanstack-query/index"),
      "./msw": entry("generated/msw"),
      "./package.json": "./package.json",
    },
    sideEffects: false,
    browser: { "./dist/src/openapi/schema/within-time.js": "./dist/src/openapi/schema/within-time-in-pages.js" },
  },
  files: SHARED_FILES,
  optionalPeers: ["@tanstack/query-core", "ajv", "ajv-formats", "msw"],
  // The bundlers of pages include a package once, also if the page imports it too.
  dependencies: "all",
};

/** The commands, and the same for programs and tests. */
export const TOOLS: Package = {
  name: "team-api-tools",
  description: "Contract tests, mock, sandbox and proxy of the Team Management API, and of any other OpenAPI document",
  groups: [["src/cli.ts", "src/index.ts", "src/vitest.ts", "src/team-api/sandbox/provision.ts"]],
  fields: {
    bin: { "team-api": "dist/src/cli.js" },
    exports: {
      ".": entry("src/index"),
      "./vitest": entry("src/vitest"),
      "./openapi.json": CONTRACT,
      "./target.schema.json": `./${TARGET_SCHEMA}`,
      "./configuration.schema.json": `./${CONFIGURATION_SCHEMA}`,
      "./known.schema.json": `./${KNOWN_SCHEMA}`,
      "./package.json": "./package.json",
    },
  },
  files: [...SHARED_FILES, TARGET_SCHEMA, CONFIGURATION_SCHEMA, KNOWN_SCHEMA],
  optionalPeers: ["vitest"],
  // Its binaries differ between platforms.
  dependencies: ["libsql"],
};

export const PACKAGES: readonly Package[] = [CLIENT, TOOLS];
