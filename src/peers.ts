import { readFile } from "node:fs/promises";
import { shipped } from "./installation.js";

/**
 * What needs packages that the client does not: they are optional peers, so that who imports types or the client
 * installs none of them. Their versions stand in package.json.
 */
const PEERS = {
  verify: { what: "Verification", packages: ["vitest", "ajv", "ajv-formats"] },
  documents: { what: "YAML, or a document in place of the published one,", packages: ["@redocly/openapi-core"] },
  connection: { what: "A proxy or a client certificate", packages: ["undici"] },
  mock: {
    what: "The mock",
    packages: [
      "@stoplight/prism-core",
      "@stoplight/prism-http",
      "@stoplight/prism-http-server",
      "@stoplight/types",
      "ajv",
      "ajv-formats",
    ],
  },
  sandbox: {
    what: "The sandbox",
    packages: ["fastify", "@fastify/cors", "kysely", "libsql", "uuid", "ajv", "ajv-formats"],
  },
  postgres: { what: "PostgreSQL", packages: ["pg"] },
} satisfies Record<string, { what: string; packages: string[] }>;

/**
 * Loads modules that import optional peers.
 *
 * @throws Error that says what to install, if a peer is not there
 */
export async function withPeers<Loaded>(of: keyof typeof PEERS, load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    const { what, packages }: { what: string; packages: string[] } = PEERS[of];
    if (!packages.includes(missingPackage(error))) throw error;
    const wanted = await rangesOf(packages);
    throw new Error(
      `${what} needs packages that are not installed here. Run: npm install --save-dev ${wanted.join(" ")}`,
    );
  }
}

/** The package that an import did not find, in whole or in part: one of another major version may lack a file. */
function missingPackage(error: unknown): string {
  if (!(error instanceof Error && "code" in error)) return "";
  if (error.code !== "ERR_MODULE_NOT_FOUND" && error.code !== "MODULE_NOT_FOUND") return "";
  const [, asked = ""] = /Cannot find (?:package|module) '([^']+)'/.exec(error.message) ?? [];
  const specifier = asked.split(/[\\/]node_modules[\\/]/).at(-1) ?? "";
  const [first = "", second = ""] = specifier.split(/[\\/]/);
  return first.startsWith("@") ? `${first}/${second}` : first;
}

/** What is developed and tested with; as peers, more versions are admitted, lest they hinder who needs none. */
async function rangesOf(packages: string[]): Promise<string[]> {
  const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
    await readFile(shipped("package.json"), "utf8"),
  );
  return packages.map((name) => {
    const wanted = `${name}@${devDependencies[name] ?? "latest"}`;
    // Shells make something of their own of a caret.
    return /[\^~<>|* ]/.test(wanted) ? `"${wanted}"` : wanted;
  });
}
