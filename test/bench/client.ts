import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { interleaved, type Row, ratios, row, type Series } from "./harness.js";
import { expectCode, PROJECT, peer, runNode, WORK } from "./processes.js";

const ROUNDS = 21;
/** Calls of each kind in a round. */
const CALLS = 400;

/** The same three calls by each client. */
interface Calls {
  list(): Promise<unknown>;
  retrieve(): Promise<unknown>;
  add(): Promise<unknown>;
}
type Make = (fetch: typeof globalThis.fetch) => Calls;

const ID = "0193a5a0-7c1e-7d3b-9f0e-2b6f8c1d4e5a";
const PAGE = JSON.stringify({
  object: "list",
  has_more: false,
  data: Array.from({ length: 20 }, (_, index) => ({
    object: "suppression",
    id: ID,
    email: `person-${index}@example.com`,
    origin: "manual",
    source_id: null,
    created_at: "2026-10-01T00:00:00.000Z",
  })),
});

/** Responds at once. Creates a Request from its arguments, as the real fetch does. */
const stubbed: typeof globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const body =
    request.method === "GET" && request.url.includes("?") ? PAGE : JSON.stringify({ object: "suppression", id: ID });
  return new Response(body, { status: 200, headers: { "content-type": "application/json" } });
};

const BASE = "https://api.example.com";
const KEY = "a-key-of-some-length";

/** The client of this project, with further options. */
function entryOfOwn(options: string): string {
  return `
      import { createClient } from ${JSON.stringify(join(PROJECT, "generated/client.ts"))};
      export const make = (fetch) => {
        const api = createClient({ baseUrl: "${BASE}", apiKey: "${KEY}", fetch${options} });
        return {
          list: () => api.listSuppressions({ query: { limit: 20, origin: "bounce" } }),
          retrieve: () => api.retrieveSuppression({ path: { suppression: "${ID}" } }),
          add: () => api.addSuppression({ body: { email: "kim@example.com" } }),
        };
      };`;
}

/** Modules that make the three calls with each client, as its manual describes. */
function entries(heyApi: string): Record<string, string> {
  return {
    "team-api": entryOfOwn(""),
    "team-api without a time limit": entryOfOwn(", timeout: 0"),
    "bare fetch": `
      export const make = (fetch) => {
        const headers = { authorization: "Bearer ${KEY}" };
        const json = async (response) => (await response).json();
        return {
          list: () => json(fetch("${BASE}/suppressions?limit=20&origin=bounce", { headers })),
          retrieve: () => json(fetch("${BASE}/suppressions/" + encodeURIComponent("${ID}"), { headers })),
          add: () => json(fetch("${BASE}/suppressions", {
            method: "POST",
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify({ email: "kim@example.com" }),
          })),
        };
      };`,
    "openapi-fetch": `
      import createClient from "openapi-fetch";
      export const make = (fetch) => {
        const api = createClient({ baseUrl: "${BASE}", headers: { authorization: "Bearer ${KEY}" }, fetch });
        return {
          list: () => api.GET("/suppressions", { params: { query: { limit: 20, origin: "bounce" } } }),
          retrieve: () => api.GET("/suppressions/{suppression}", { params: { path: { suppression: "${ID}" } } }),
          add: () => api.POST("/suppressions", { body: { email: "kim@example.com" } }),
        };
      };`,
    "openapi-fetch with a time limit": `
      import createClient from "openapi-fetch";
      export const make = (fetch) => {
        const api = createClient({ baseUrl: "${BASE}", headers: { authorization: "Bearer ${KEY}" }, fetch });
        const signal = () => AbortSignal.timeout(30000);
        return {
          list: () => api.GET("/suppressions", { params: { query: { limit: 20, origin: "bounce" } }, signal: signal() }),
          retrieve: () => api.GET("/suppressions/{suppression}", { params: { path: { suppression: "${ID}" } }, signal: signal() }),
          add: () => api.POST("/suppressions", { body: { email: "kim@example.com" }, signal: signal() }),
        };
      };`,
    "hey-api": `
      import { addSuppression, listSuppressions, retrieveSuppression } from ${JSON.stringify(join(heyApi, "sdk.gen.ts"))};
      import { createClient, createConfig } from ${JSON.stringify(join(heyApi, "client/index.ts"))};
      export const make = (fetch) => {
        const client = createClient(createConfig({ baseUrl: "${BASE}", auth: () => "${KEY}", fetch }));
        return {
          list: () => listSuppressions({ client, query: { limit: 20, origin: "bounce" } }),
          retrieve: () => retrieveSuppression({ client, path: { suppression: "${ID}" } }),
          add: () => addSuppression({ client, body: { email: "kim@example.com" } }),
        };
      };`,
  };
}

/** SDKs that were written by hand, and modules that load them. */
const SDKS: Record<string, string> = {
  openai: `import OpenAI from "openai"; globalThis.client = new OpenAI({ apiKey: "x" });`,
  octokit: `import { Octokit } from "octokit"; globalThis.client = new Octokit();`,
};

async function bundled(name: string, contents: string, minify: boolean): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: peer(".."), loader: "ts", sourcefile: `${name}.ts` },
    bundle: true,
    minify,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

function isMaker(loaded: unknown): loaded is { make: Make } {
  return typeof loaded === "object" && loaded !== null && "make" in loaded && typeof loaded.make === "function";
}

/** Compares the client with others: the time of a call, and the size in a page. */
export async function client(): Promise<Row[]> {
  const folder = join(WORK, "clients");
  await mkdir(folder, { recursive: true });
  const contract = join(PROJECT, "openapi/openapi.yaml");
  const heyApi = join(folder, "hey-api");
  expectCode(
    await runNode([peer("@hey-api/openapi-ts/bin/run.js"), "-i", contract, "-o", heyApi, "--no-log-file"]),
    "hey-api",
  );
  const modules = entries(heyApi);
  return [...(await callRows(folder, modules)), ...(await sizeRows(modules))];
}

async function callRows(folder: string, modules: Record<string, string>): Promise<Row[]> {
  const candidates: Record<string, () => Promise<number>> = {};
  for (const [index, [name, contents]] of Object.entries(modules).entries()) {
    const file = join(folder, `client-${index}.mjs`);
    await writeFile(file, await bundled(name, contents, false));
    const loaded: unknown = await import(pathToFileURL(file).href);
    if (!isMaker(loaded)) throw new Error(`The module of ${name} exports no \`make\` function.`);
    const calls = loaded.make(stubbed);
    candidates[name] = async () => {
      const begun = performance.now();
      for (let count = 0; count < CALLS; count += 1) {
        await calls.list();
        await calls.retrieve();
        await calls.add();
      }
      return ((performance.now() - begun) / (3 * CALLS)) * 1000;
    };
  }
  const times = await interleaved(candidates, "µs", ROUNDS, 5);
  const against = (one: string, other: string, more: { atMost?: number; note?: string } = {}) => {
    const [own, peer] = [times[one], times[other]];
    if (!own || !peer) return [];
    const what = one === "team-api" ? "a call of the client" : "a call of the client, without its time limit";
    return [row({ what, against: other, ratios: ratios(own, peer), figures: [own, peer], ...more })];
  };
  return [
    ...against("team-api", "openapi-fetch with a time limit", { atMost: 1.25 }),
    ...against("team-api", "openapi-fetch", { note: "which sets no time limit" }),
    ...against("team-api without a time limit", "openapi-fetch"),
    ...against("team-api", "hey-api"),
    ...against("team-api", "bare fetch"),
  ];
}

/** Kilobytes of gzip. */
const LARGEST = 7;
/** A page that imports the published client alone, without calls: as in test/package/client.test.ts. */
const PUBLISHED = JSON.stringify(join(PROJECT, "dist/team-api/dist/generated/client.js"));
const LEAST = `import { createClient } from ${PUBLISHED}; globalThis.api = createClient({ baseUrl: "/" });`;

async function kilobytes(name: string, contents: string): Promise<number> {
  return gzipSync(await bundled(name, contents, true), { level: 9 }).length / 1000;
}

async function sizeRows(modules: Record<string, string>): Promise<Row[]> {
  const least: Series = { name: "team-api", unit: "kB", values: [await kilobytes("least", LEAST)] };
  const sizes: Series[] = [];
  for (const [name, contents] of Object.entries({ ...modules, ...SDKS })) {
    if (name === "bare fetch" || name.includes("time limit")) continue;
    sizes.push({ name, unit: "kB", values: [await kilobytes(name, contents)] });
  }
  const own = sizes.find(({ name }) => name === "team-api");
  const capable = sizes.filter(({ name }) => SDKS[name] !== undefined);
  const smallest = capable.toSorted((one, other) => (one.values[0] ?? 0) - (other.values[0] ?? 0))[0];
  if (!own || !smallest) return [];
  return [
    row({
      what: "the client in a page, minified and zipped",
      against: `${LARGEST} kB`,
      ratios: least.values.map((size) => size / LARGEST),
      isLimit: true,
      atMost: 1,
      figures: [least],
      note: "the client alone",
    }),
    row({
      what: "the client in a page with three calls, minified and zipped",
      against: `${smallest.name}, the smallest SDK here with paging and typed failures`,
      ratios: ratios(own, smallest),
      atMost: 1,
      figures: sizes,
      note: "openapi-fetch and hey-api bring neither paging nor failures as types",
    }),
  ];
}
