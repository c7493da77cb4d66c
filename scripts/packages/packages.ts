import { CONFIGURATION_SCHEMA, KNOWN_SCHEMA, RUNTIME_FILE, TARGET_SCHEMA } from "#cli/installation.js";
import { CLIENT_EXPORTS, REPLACED_IN_PAGES } from "#client-package/manifest.js";

/** Modules that are bundled for other repos. */
export interface Bundle {
  /** Modules that are bundled together: they share chunks, and an entry of another group repeats them. */
  groups: readonly (readonly string[])[];
  /** Modules that stay files of their own. Other modules import them by their path. */
  separate?: readonly string[];
  /** Packages that the user installs if a feature needs them. */
  optionalPeers: readonly string[];
  /**
   * Packages that npm installs as dependencies, and that the code imports; `all` for every one. The others are bundled, with
   * their own dependencies.
   */
  dependencies: "all" | readonly string[];
  /**
   * Whether the package has its sources: those of its declarations ("go to definition"), and source maps. Otherwise the maps stay
   * beside it, for stack traces that users send.
   */
  hasSources: boolean;
}

/** A package of commands that other repos install. It has the version of this repo. */
export interface Package extends Bundle {
  name: string;
  description: string;
  /** Fields of package.json that only this package has: `exports`, `bin`. */
  fields: Readonly<Record<string, unknown>>;
  /** Files that are copied as they are. */
  files: readonly string[];
}

/** The types and the file of an entry of `exports`. */
function entry(module: string): { types: string; default: string } {
  return { types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` };
}

/** The README of the package of the commands. That of a client is generated. */
export const README = "scripts/packages/readme/team-api-tools.md";

const CONTRACT = "generated/openapi.json";
export const SHARED_FILES = ["CHANGELOG.md", "LICENSE"];

/** The name of the client package of this contract, and its entries. */
export const CLIENT = { name: "team-api", exports: CLIENT_EXPORTS };

/** The runtime under generated clients, of which `team-api client` makes packages for any document. */
export const RUNTIME: Bundle = {
  groups: [
    [
      "src/client/index.ts",
      "src/client/validation.ts",
      "src/mock/msw/index.ts",
      "src/mock/msw/handlers.ts",
      "src/schemas/index.ts",
      // A page has one `CallFailure`, whichever entry throws it.
      "src/tanstack-query/index.ts",
    ],
    ["src/openapi-fetch/index.ts"],
  ],
  separate: REPLACED_IN_PAGES,
  optionalPeers: ["@tanstack/query-core", "ajv", "ajv-formats", "msw", "openapi-fetch", "valibot"],
  // The bundlers of pages include a package once, also if the page imports it too.
  dependencies: "all",
  hasSources: true,
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
      "./openapi.json": `./${CONTRACT}`,
      "./target.schema.json": `./${TARGET_SCHEMA}`,
      "./configuration.schema.json": `./${CONFIGURATION_SCHEMA}`,
      "./known.schema.json": `./${KNOWN_SCHEMA}`,
      "./package.json": "./package.json",
    },
    files: ["dist", "generated", RUNTIME_FILE, "CHANGELOG.md", "NOTICES.md"],
  },
  files: [...SHARED_FILES, CONTRACT, TARGET_SCHEMA, CONFIGURATION_SCHEMA, KNOWN_SCHEMA],
  optionalPeers: ["vitest"],
  // Its binaries differ between platforms.
  dependencies: ["libsql"],
  // Three hundred more files: npm would take twice as long for the package.
  hasSources: false,
};

/** The packages, with the entries of each. */
export const PACKAGES = [CLIENT, { name: TOOLS.name, exports: TOOLS.fields.exports }];
