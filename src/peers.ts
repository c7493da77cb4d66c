import { createRequire } from "node:module";
import { PACKAGE } from "./installation.js";
import { UserError } from "./user-error.js";

const VERSIONS = ["semver"];
const VALIDATION = ["ajv", "ajv-formats"];
const VERIFICATION = [...VALIDATION, ...VERSIONS];
const YAML = ["@redocly/openapi-core"];
const SANDBOX = ["fastify", "@fastify/cors", "kysely", "libsql", "uuid", ...VALIDATION, ...VERSIONS];
const PRISM = ["@stoplight/prism-core", "@stoplight/prism-http", "@stoplight/prism-http-server", "@stoplight/types"];

/**
 * The packages that each feature needs, and the client does not. They are optional peers, so that a repo that imports
 * only the types or the client installs none of them. package.json has their versions.
 */
export const PEERS = {
  verification: ["Verification", VERIFICATION],
  "verification by files": ["Verification by a target file, or of another document,", [...VERIFICATION, ...YAML]],
  "verification of the sandbox": ["Verification of the sandbox", [...VERIFICATION, ...SANDBOX]],
  documents: ["A document in YAML, or with references to other files,", [...YAML, ...VERSIONS]],
  connection: ["A proxy or a client certificate", ["undici", ...VERSIONS]],
  mock: ["The mock", [...PRISM, ...VALIDATION, ...VERSIONS]],
  proxy: ["The proxy", ["fastify", "@fastify/reply-from", ...VERIFICATION]],
  sandbox: ["The sandbox", SANDBOX],
  postgres: ["PostgreSQL", ["pg", ...VERSIONS]],
} satisfies Record<string, [feature: string, packages: string[]]>;

const require = createRequire(import.meta.url);

/**
 * Requires the packages of a feature. Call it before a module is loaded that imports them.
 *
 * @throws UserError that says what to install, if a package is missing or too old
 */
export function requirePeers(of: keyof typeof PEERS): void {
  const [feature, packages] = PEERS[of];
  const isAdmitted = versionCheck();
  const lacking = [...new Set(packages)]
    .map((name) => ({ name, wanted: PACKAGE.devDependencies[name] ?? "*", installed: installedVersion(name) }))
    .filter(({ wanted, installed }) => installed === undefined || !isAdmitted(installed, wanted));
  if (lacking.length === 0) return;
  const old = lacking.flatMap(({ name, installed }) => (installed === undefined ? [] : `${name} ${installed}`));
  const state =
    old.length > 0 ? `not installed here, or not in a supported version (${old.join(", ")})` : "not installed here";
  // Quoted, because a caret has a meaning in some shells.
  const install = lacking.map(({ name, wanted }) =>
    /^[\d.]+$/.test(wanted) ? `${name}@${wanted}` : `"${name}@${wanted}"`,
  );
  throw new UserError(`${feature} needs packages that are ${state}. Run: npm install --save-dev ${install.join(" ")}`);
}

/** The version of an installed package: undefined if it is not installed, empty if its package.json cannot be read. */
function installedVersion(name: string): string | undefined {
  try {
    return require(`${name}/package.json`).version;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND" ? undefined : "";
  }
}

/**
 * Makes the check of an installed version: it must be the wanted one or, where a range is wanted (`^1.2.3`), its first
 * version or a later one, because later versions may work as well. Without semver, every version passes: semver is then
 * reported as missing.
 */
function versionCheck(): (installed: string, wanted: string) => boolean {
  if (installedVersion("semver") === undefined) return () => true;
  const { gte, valid } = comparisons();
  return (installed, wanted) => {
    if (valid(installed) === null) return true;
    return wanted.startsWith("^") ? gte(installed, wanted.slice(1)) : installed === wanted;
  };
}

/** Two functions of semver: the rest of it is forty files. */
function comparisons(): Pick<typeof import("semver"), "gte" | "valid"> {
  try {
    return { gte: require("semver/functions/gte.js"), valid: require("semver/functions/valid.js") };
  } catch {
    // Before version 7, it is one file. A version that is too old can still be reported.
    return require("semver");
  }
}
