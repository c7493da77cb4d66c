import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { runHere } from "#test/run-here.js";
import { json, serve, type TestServer } from "#test/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { verifyCommand } from "#verify/command/command.js";
import { documentOf, jsonResponse, REJECTED } from "../small-document.js";

/** Requires a key, which the server does not check. */
const DOCUMENT: OpenApiDocument = {
  ...documentOf({
    "/rooms": {
      get: {
        operationId: "listRooms",
        security: [{ key: [] }],
        responses: { "200": jsonResponse({ type: "object" }, { rooms: 2 }), "401": REJECTED },
      },
    },
  }),
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
};

let server: TestServer;
let folder: string;
let document: string;
beforeAll(async () => {
  server = await serve((_, response) => json(response, 200, { rooms: 2 }));
  folder = await temporaryFolder("without-key");
  document = join(folder, "openapi.json");
  await writeFile(document, JSON.stringify(DOCUMENT));
});
afterAll(() => server.close());

const run = (...args: string[]) =>
  runHere(verifyCommand, ["--spec", document, "--reports", join(folder, "reports"), ...args]);

async function targetFile(text: string): Promise<string> {
  const file = join(await temporaryFolder("target"), "target.yaml");
  await writeFile(file, `baseUrl: ${server.url}\n${text}`);
  return file;
}

test("a server without authentication is tested although its document has security", async () => {
  const byOption = await run("--base-url", server.url, "--no-key");
  const byFile = await run("--target", await targetFile("credentials: none"));
  for (const { code, stdout } of [byOption, byFile]) {
    expect(code).toBe(0);
    expect(stdout).toContain("skipped: the run sends no key (credentials: none, or --no-key)");
  }
  expect(server.seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
});

test("--no-key replaces the keys of a target file", async () => {
  const { code } = await run("--target", await targetFile(`credentials: { key: "\${PATH}" }`), "--no-key");
  expect(code).toBe(0);
  expect(server.seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
});

test("the error about a missing key names both ways to test without one", async () => {
  const byOption = await run("--base-url", server.url, "--key-env", "NO_SUCH_VARIABLE");
  expect(byOption.stderr).toContain("For a server without authentication: --no-key.");
  const byFile = await run("--target", await targetFile("credentials: {}"));
  expect(byFile.stderr).toContain("For a server without authentication, write credentials: none.");
});

test("any other text in place of credentials is an error that says what to write", async () => {
  const { stderr } = await run("--target", await targetFile("credentials: off"));
  expect(stderr).toContain(
    `credentials: it must be none, or keys by the names of their security schemes, each as \${NAME}.`,
  );
});

test("a suggested target file has credentials: none again, and a run can use it", async () => {
  const file = join(folder, "suggested.yaml");
  await run("--base-url", server.url, "--no-key", "--suggest-target", file);
  expect(await readFile(file, "utf8")).toContain("# The server has no authentication.\ncredentials: none\n");
  expect((await run("--target", file)).code).toBe(0);
});
