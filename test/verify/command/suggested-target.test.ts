import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { runHere } from "#test/run-here.js";
import { serve, type TestServer } from "#test/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { verifyCommand } from "#verify/command/command.js";
import { documentOf, REJECTED } from "../small-document.js";

const ID: JsonObject = { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } };
const BODY: JsonObject = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const RESPONSES: JsonObject = { "200": { description: "Done." }, "4XX": REJECTED };

const DOCUMENT = documentOf({
  "/rooms/{id}": {
    parameters: [ID],
    get: { operationId: "rooms.get", responses: RESPONSES },
    put: {
      requestBody: { required: true, content: { "application/json": { schema: BODY } } },
      responses: RESPONSES,
    },
    delete: { operationId: "deleteRoom", responses: RESPONSES },
  },
});

let server: TestServer;
let folder: string;
let document: string;
beforeAll(async () => {
  server = await serve(({ url, method, body }, response) => {
    const isKnown = url === "/rooms/7" || (method === "DELETE" && /^\/rooms\/(8|9)$/.test(url));
    response.writeHead(isKnown && (method !== "PUT" || body.includes('"name":"')) ? 200 : 404).end();
  });
  folder = await temporaryFolder("suggested");
  document = join(folder, "openapi.json");
  await writeFile(document, JSON.stringify(DOCUMENT));
});
afterAll(() => server.close());

const run = (...args: string[]) =>
  runHere(verifyCommand, ["--spec", document, "--reports", join(folder, "reports"), "--only", "examples", ...args]);

test("--suggest-target writes a target file with each value that the run lacked, and a run with them lacks none", async () => {
  const file = join(folder, "target.yaml");
  const first = await run("--base-url", server.url, "--allow-writes", "--suggest-target", file);
  expect(first.stdout).toContain(`Suggested target file: ${file}`);
  const text = await readFile(file, "utf8");
  expect(
    text
      .replaceAll(folder, "folder")
      .replace(server.url, "http://host")
      .replace(/(?<=example: ).*/g, "…"),
  ).toBe(
    `# yaml-language-server: $schema=./generated/target.schema.json
# A server that is tested by: npm run verify -- --target folder/target.yaml --spec 'folder/openapi.json'
# Lines that begin with "# " and a setting are optional. Remove the "# " to use them.

# The address of the server, without the paths of the contract.
baseUrl: http://host

# Values that exist on the server: operation, parameter, and the example whose value they replace. A list has values that
# the run may consume: each is used once. Replace VALUE in the lines that you use.
# values:
#   rooms.get:
#     # A path parameter: {"type":"integer","minimum":1}
#     # For example: …
#     # Needed by rooms.get › usual values.
#     id: VALUE
#   PUT /rooms/{id}:
#     # A path parameter: {"type":"integer","minimum":1}
#     # For example: …
#     # Needed by PUT /rooms/{id} › usual values.
#     id: VALUE
#     # A body of application/json: {"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}
#     # For example: …
#     # Needed by PUT /rooms/{id} › usual values.
#     requestBody: VALUE
#   deleteRoom:
#     # A path parameter: {"type":"integer","minimum":1}
#     # For example: …
#     # Needed by deleteRoom › usual values.
#     id: [VALUE, VALUE]

# Also send requests that change data (POST, PUT, PATCH, DELETE). reversible: the run creates what it can remove, and
# changes nothing else. creations: it also creates what nothing removes. Without this line, the run only reads.
writes: reversible

# A module that creates values to consume, and removes the resources that the run created.
# provision: ./provision.mjs

# The most requests per second, the most requests at once, the time limit of a response, and the time until a change
# shows. Times are in milliseconds.
# rate: 20
# parallel: 8
# timeout: 10000
# settle: 3000
`,
  );
  // The file runs as it is: a placeholder is not a setting.
  const unfilled = await run("--target", file);
  expect(unfilled.stderr + unfilled.stdout).not.toContain("still VALUE");
  expect(unfilled.stdout).toContain("– deleteRoom       0 of 1 passed, 1 skipped");
  const filled = text
    .replace(/^# values:[\s\S]*?(?=\n\n)/m, (lines) => lines.replaceAll(/^# /gm, ""))
    .replace("[VALUE, VALUE]", "[8, 9]")
    .replaceAll("id: VALUE", "id: 7")
    .replace("VALUE\n  deleteRoom", "{ name: Garden }\n  deleteRoom");
  await writeFile(file, filled);
  const second = await run("--target", file, "--require-all");
  expect(second.stdout).toContain("Passed. 3 test cases: 3 passed, 0 failed, 0 skipped; 3 requests.");
});

test("--suggest-target refuses to overwrite a file, before it sends a request", async () => {
  const file = join(folder, "there.yaml");
  await writeFile(file, "mine");
  const before = server.seen.length;
  expect((await run("--base-url", server.url, "--suggest-target", file)).stderr).toContain(`${file} exists.`);
  expect(await readFile(file, "utf8")).toBe("mine");
  expect(server.seen.length).toBe(before);
});

test("what only reduces safety is commented out in a suggested target file", async () => {
  const file = join(folder, "read-only.yaml");
  await run("--base-url", server.url, "--suggest-target", file);
  expect(await readFile(file, "utf8")).toMatch(/\n# Needed by .*\n# writes: reversible\n\n/);
});
