import { readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { serve } from "#test/bench/processes.js";
import type { Cleanup } from "#test/products/cleanup.js";
import type { NpmPackage } from "#test/products/npm-folder.js";

/** The packages that the comparison installs outside of the project. Prism is a dependency of the project. */
export const SCALAR: NpmPackage = {
  ...{ name: "@scalar/mock-server", version: "0.9.15" },
  beside: ["@hono/node-server@1.19.19", "@readme/oas-examples@8.2.2"],
};

export const MOCKS = ["team-api", "Prism", "Prism --dynamic", "Scalar"] as const;
export type Mock = (typeof MOCKS)[number];

const PRISM = join(
  dirname(createRequire(import.meta.url).resolve("@stoplight/prism-cli/package.json")),
  "dist/index.js",
);

/**
 * Starts each mock with a document, as its manual says.
 *
 * @param modules a folder whose `node_modules` have Scalar's mock
 * @param cleanup stops them
 */
export async function startMocks(spec: string, modules: string, cleanup: Cleanup): Promise<Record<Mock, string>> {
  const scalar = await scalarScript(spec, modules);
  cleanup.add(() => rm(scalar));
  const started = async (args: readonly string[]) => {
    const { url, close } = await serve((port) => args.map((arg) => (arg === PORT ? String(port) : arg)), "/");
    cleanup.add(close);
    return url;
  };
  const own = ["--import", "tsx/esm", "src/cli.ts", "mock", "--quiet"];
  return {
    "team-api": await started([...own, "--port", PORT, "--spec", spec]),
    Prism: await started([PRISM, "mock", "--port", PORT, spec]),
    "Prism --dynamic": await started([PRISM, "mock", "--dynamic", "--port", PORT, spec]),
    Scalar: await started([scalar, PORT]),
  };
}

const PORT = "{port}";

/** The script of Scalar's manual, by Hono. It is beside its packages, so that it can import them. */
async function scalarScript(spec: string, modules: string): Promise<string> {
  const script = join(modules, `mock-${process.pid}.mjs`);
  await writeFile(
    script,
    `import { serve } from "@hono/node-server";
import { createMockServer } from "@scalar/mock-server";
const document = ${JSON.stringify(parseYaml(await readFile(spec, "utf8")))};
const app = await createMockServer({ specification: document, document });
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.argv[2]) });
`,
  );
  return script;
}
