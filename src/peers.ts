import { createRequire } from "node:module";
import { PACKAGE } from "./installation.js";

const VALIDATOR = ["ajv", "ajv-formats"];
const VERIFICATION = ["vitest", ...VALIDATOR];
const YAML = ["@redocly/openapi-core"];
const SANDBOX = ["fastify", "@fastify/cors", "kysely", "libsql", "uuid", ...VALIDATOR];

/**
 * What needs packages that the client does not: optional peers, so that whoever imports types or the client installs
 * none of them. Their versions stand in package.json.
 */
export const PEERS = {
  verification: ["Verification", VERIFICATION],
  "verification by files": ["Verification by a target file, or of another document,", [...VERIFICATION, ...YAML]],
  "verification of the sandbox": ["Verification of the sandbox", [...VERIFICATION, ...SANDBOX]],
  documents: ["A document in YAML, or in place of the published one,", YAML],
  connection: ["A proxy or a client certificate", ["undici"]],
  mock: [
    "The mock",
    [
      "@stoplight/prism-core",
      "@stoplight/prism-http",
      "@stoplight/prism-http-server",
      "@stoplight/types",
      ...VALIDATOR,
    ],
  ],
  sandbox: ["The sandbox", SANDBOX],
  postgres: ["PostgreSQL", ["pg"]],
} satisfies Record<string, [what: string, packages: string[]]>;

const require = createRequire(import.meta.url);

/**
 * Call it before what imports optional peers is loaded.
 *
 * @throws Error that says what to install, if a peer is missing or too old
 */
export function requirePeers(of: keyof typeof PEERS): void {
  const [what, packages] = PEERS[of];
  const lacking = [...new Set(packages)]
    .map((name) => ({ name, wanted: PACKAGE.devDependencies[name] ?? "*", installed: installedVersion(name) }))
    .filter(({ wanted, installed }) => installed === undefined || !fits(installed, wanted));
  if (lacking.length === 0) return;
  const old = lacking.flatMap(({ name, installed }) => (installed === undefined ? [] : `${name} ${installed}`));
  const state =
    old.length > 0 ? `not installed here, or not in a version that does (${old.join(", ")})` : "not installed here";
  // Shells make something of their own of a caret.
  const install = lacking.map(({ name, wanted }) =>
    /^[\d.]+$/.test(wanted) ? `${name}@${wanted}` : `"${name}@${wanted}"`,
  );
  throw new Error(`${what} needs packages that are ${state}. Run: npm install --save-dev ${install.join(" ")}`);
}

/** Undefined for what is not installed; empty for a package that does not tell. */
function installedVersion(name: string): string | undefined {
  try {
    return require(`${name}/package.json`).version;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND" ? undefined : "";
  }
}

/** Whether a version is the wanted one or, where a range is wanted, at least its lowest: later ones may do as well. */
function fits(installed: string, wanted: string): boolean {
  if (installed === "") return true;
  if (/^\d/.test(wanted)) return installed === wanted;
  const [have, least] = [installed, wanted].map((text) => (text.match(/\d+/g) ?? []).slice(0, 3).map(Number));
  const at = [0, 1, 2].find((index) => have?.[index] !== least?.[index]);
  return at === undefined || (have?.[at] ?? 0) > (least?.[at] ?? 0);
}
