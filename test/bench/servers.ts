import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { OpenApiDocument } from "../../src/openapi/document.js";
import { peerDocument } from "./peer-document.js";
import { COMMANDS, PROJECT, type Served, serve, WORK } from "./processes.js";

const DOCUMENT = join(PROJECT, "generated/openapi.json");

/** What all of them answer. */
export const LIST = "/suppressions?limit=20";

/** Prism's own command, without its log. */
export function servePrism(): Promise<Served> {
  const bin = join(
    dirname(createRequire(import.meta.url).resolve("@stoplight/prism-cli/package.json")),
    "dist/index.js",
  );
  return serve((port) => [bin, "mock", "--port", String(port), "--verboseLevel", "silent", DOCUMENT], LIST);
}

/** Scalar's mock server, as its manual says: by Hono. The script is written, because its packages may not be installed. */
export async function serveScalar(): Promise<Served> {
  const script = join(WORK, "scalar.mjs");
  const copy = join(WORK, "scalar.json");
  // It has no idea of `2XX`, and answers 500 to what a range describes.
  const document: OpenApiDocument = JSON.parse(await readFile(DOCUMENT, "utf8"));
  await writeFile(copy, JSON.stringify(peerDocument(document, "http://127.0.0.1", true)));
  await writeFile(
    script,
    `import { readFile } from "node:fs/promises";
import { serve } from "@hono/node-server";
import { createMockServer } from "@scalar/mock-server";
const document = await readFile(${JSON.stringify(copy)}, "utf8");
const app = await createMockServer({ specification: document, document });
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.argv[2]) });
`,
  );
  return serve((port) => [script, String(port)], LIST);
}

/** The mock of this project. */
export function serveMock(): Promise<Served> {
  return serve((port) => [COMMANDS, "mock", "--quiet", "--port", String(port)], LIST);
}

/** The sandbox of this project. */
export function serveSandbox(rows: number, database: { file: string } | { url: string }): Promise<Served> {
  const where = "file" in database ? ["--db", database.file] : [];
  const env = "url" in database ? { DATABASE_URL: database.url } : {};
  return serve(
    (port) => [COMMANDS, "sandbox", "--quiet", "--rows", String(rows), "--port", String(port), ...where],
    LIST,
    { env, limit: 300_000 },
  );
}

/** Closes them, whatever became of the others. */
export async function closeAll(servers: readonly Served[]): Promise<void> {
  await Promise.all(servers.map(({ close }) => close()));
}
