import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { initCommand } from "#init/command.js";
import type { JsonObject } from "#openapi/document/document.js";
import { runHere } from "../run-here.js";
import { json, serve, unusedUrl } from "../server.js";
import { temporaryFolder } from "../temporary.js";

const responses = { 200: { description: "All." } };
const DOCUMENT: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://api.example.com/v1" }],
  security: [{ Key: [] }],
  components: { securitySchemes: { Key: { type: "http", scheme: "bearer" } } },
  paths: {
    "/restart": { get: { operationId: "restart", responses } },
    "/books/{id}": { get: { operationId: "getBook", responses } },
    "/search": {
      get: { parameters: [{ name: "q", in: "query", required: true, schema: { type: "string" } }], responses },
    },
    "/books": { get: { operationId: "listBooks", responses } },
  },
};

async function initialized(baseUrl: string) {
  const folder = await temporaryFolder("init");
  const spec = join(folder, "openapi.json");
  await writeFile(spec, JSON.stringify(DOCUMENT));
  const { stdout, code } = await runHere(initCommand, ["--out", folder, "--spec", spec, "--base-url", baseUrl]);
  expect(code).toBe(0);
  return { text: await readFile(join(folder, "staging.yaml"), "utf8"), stdout };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A server with its paths; the lines that `init` prints and writes. */
const SERVERS: [string, Record<string, number>, string[], RegExp, RegExp][] = [
  [
    "asks for a key",
    { "/books": 401 },
    ["/books", "/v1/books"],
    /^GET \/books responded with 401: it asks for a key\.$/m,
    /^ {2}Key: \$/m,
  ],
  [
    "needs none",
    { "/books": 200 },
    ["/books"],
    /^GET \/books responded with 200, without a key\.$/m,
    /^credentials: none$/m,
  ],
  [
    "has the base path of the document",
    { "/v1/books": 401 },
    ["/books", "/v1/books"],
    /^GET \/books responded with 401: .* baseUrl has the path of the document's server: \/v1$/m,
    /^baseUrl: http:\/\/127\.0\.0\.1:\d+\/v1$/m,
  ],
  [
    "asks for a key at any path",
    { "/books": 401, "/v1/books": 401 },
    ["/books", "/v1/books"],
    /^GET \/books responded with 401: .* baseUrl has the path of the document's server: \/v1$/m,
    /^baseUrl: http:\/\/127\.0\.0\.1:\d+\/v1$/m,
  ],
  [
    "has another address",
    {},
    ["/books", "/v1/books"],
    /^GET \/books responded with 404\. Check that http:\S+ is the address of the API, with its base path\.$/m,
    /^baseUrl: http:\/\/127\.0\.0\.1:\d+$/m,
  ],
];

test.each(SERVERS)("a server that %s is read without a key", async (_, paths, asked, line, written) => {
  const server = await serve(({ url }, response) => json(response, paths[url] ?? 404, []));
  const { text, stdout } = await initialized(`${server.url}/`);
  await server.close();
  expect(stdout).toMatch(line);
  expect(text).toMatch(written);
  expect(server.seen.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual(
    asked.map((url) => ["GET", url, undefined]),
  );
});

test("an address with a path is taken as it is, if it asks for a key", async () => {
  const server = await serve((_, response) => json(response, 401, []));
  const { text } = await initialized(`${server.url}/v2`);
  await server.close();
  expect(text).toMatch(/^baseUrl: http:\/\/127\.0\.0\.1:\d+\/v2$/m);
  expect(server.seen.map(({ url }) => url)).toEqual(["/v2/books"]);
});

test("the server of the document alone is not asked: it may be that of production", async () => {
  const server = await serve((_, response) => json(response, 200, []));
  const folder = await temporaryFolder("init");
  const spec = join(folder, "openapi.json");
  await writeFile(spec, JSON.stringify({ ...DOCUMENT, servers: [{ url: server.url }] }));
  await runHere(initCommand, ["--out", folder, "--spec", spec]);
  await server.close();
  expect(server.seen).toEqual([]);
});

test("a server of HTML is named as one, and a silent one is no reason to write nothing", async () => {
  const page = await serve((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"));
  expect((await initialized(page.url)).stdout).toMatch(
    /^GET \/books responded with 200 and a page of HTML\. Check that /m,
  );
  await page.close();
  const { stdout, text } = await initialized(await unusedUrl());
  expect(stdout).toMatch(/^http:\S+ did not respond: .*ECONNREFUSED.*\. Start the server before the run\.$/m);
  expect(text).toContain("baseUrl: http://127.0.0.1:");
});

test("an address of https for a server of http is named", async () => {
  const server = await serve((_, response) => json(response, 200, []));
  const { stdout } = await initialized(server.url.replace("http:", "https:"));
  await server.close();
  expect(stdout).toContain("did not respond: the server speaks http here: write http:// in place of https://.");
});

test("a key that is set is sent by the runs, although the server needs none", async () => {
  vi.stubEnv("TEAM_API_KEY", "a-key");
  const server = await serve((_, response) => json(response, 200, []));
  const { text } = await initialized(server.url);
  await server.close();
  expect(text).toMatch(/^ {2}Key: \$\{TEAM_API_KEY\}$/m);
});
