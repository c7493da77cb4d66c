import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { asList, asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { WELL_KNOWN_KEYS } from "#team-api/sandbox/keys/keys.js";
import { peerDocument } from "./peer-document.js";
import { COMMANDS, PROJECT, type Served, serve, WORK } from "./processes.js";

const DOCUMENT = join(PROJECT, "generated/openapi.json");

/** The path of a list that all of them serve. */
export const LIST = "/suppressions?limit=20";

/** Prism's own command. */
export function servePrism(more: readonly string[] = []): Promise<Served> {
  const bin = join(
    dirname(createRequire(import.meta.url).resolve("@stoplight/prism-cli/package.json")),
    "dist/index.js",
  );
  return serve((port) => [bin, "mock", "--port", String(port), ...more, DOCUMENT], LIST);
}

/** Scalar's mock server by Hono, as its manual describes. The script is written here, because its packages may be missing. */
export async function serveScalar(): Promise<Served> {
  const script = join(WORK, "scalar.mjs");
  const copy = join(WORK, "scalar.json");
  // It does not know `2XX`, and responds with 500 where the document has a range.
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
export function serveMock(more: readonly string[] = []): Promise<Served> {
  return serve((port) => [COMMANDS, "mock", ...more, "--port", String(port)], LIST);
}

/** The sandbox of this project (default: without its log). */
export function serveSandbox(
  rows: number,
  database: { file: string } | { url: string },
  more: readonly string[] = ["--quiet"],
): Promise<Served> {
  const where = "file" in database ? ["--db", database.file] : [];
  const env = "url" in database ? { DATABASE_URL: database.url } : {};
  return serve(
    (port) => [COMMANDS, "sandbox", ...more, "--rows", String(rows), "--port", String(port), ...where],
    LIST,
    { env, limit: 300_000 },
  );
}

/** The id of the suppression that a sandbox lists first. */
export async function firstIdOf(url: string): Promise<string> {
  const response = await fetch(`${url}/suppressions?limit=1`, {
    headers: { authorization: `Bearer ${WELL_KNOWN_KEYS.first}` },
  });
  const body: unknown = await response.json();
  const [first] = asList(asObject(body).data);
  return String(asObject(first).id);
}

/** Starts servers one after the other, and closes them at the end of the work, also after an error. */
export async function withServers<Name extends string, Result>(
  serves: Readonly<Record<Name, () => Promise<Served>>>,
  work: (urls: Record<Name, string>) => Promise<Result>,
): Promise<Result> {
  const servers: Served[] = [];
  try {
    const urls: [string, string][] = [];
    for (const [name, start] of Object.entries<() => Promise<Served>>(serves)) {
      const server = await start();
      servers.push(server);
      urls.push([name, server.url]);
    }
    return await work(Object.fromEntries(urls) as Record<Name, string>);
  } finally {
    await Promise.all(servers.map(({ close }) => close()));
  }
}
