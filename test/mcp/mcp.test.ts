import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { respond, serveClient } from "#mcp/protocol.js";
import { type Tools, toolsOf } from "#mcp/tools.js";
import { asObject, asText } from "#openapi/document/document.js";
import { json, serve, type TestServer } from "#test/server.js";
import { temporaryFolder } from "#test/temporary.js";

const SPEC = "test/mcp/things.yaml";

const TEXT = { type: "string" };
const NOTE = { "application/json": { schema: { type: "object", properties: { id: TEXT, text: TEXT } } } };
const made = { 201: { description: "Made.", content: NOTE } };
const NOTES = {
  ...{ openapi: "3.1.1", info: { title: "Notes", version: "1" } },
  paths: {
    "/notes": {
      get: { operationId: "listNotes", responses: { 200: { description: "All." } } },
      post: { operationId: "addNote", requestBody: { required: true, content: NOTE }, responses: made },
    },
  },
};

let mcp: Tools;
let server: TestServer;
let writes = 0;
beforeAll(async () => {
  mcp = toolsOf(async () => ({}));
  server = await serve(({ method }, response) => {
    if (method !== "GET") writes += 1;
    json(response, 200, { name: 1 });
  });
});
afterAll(async () => {
  await mcp.close();
  await server.close();
});

async function called(
  name: string,
  given: object,
  { tools }: Tools = mcp,
): Promise<{ text: string; isError: boolean }> {
  const params = { name, arguments: given };
  const { result } = asObject(await respond(tools, { jsonrpc: "2.0", id: 1, method: "tools/call", params }));
  const { content, isError } = asObject(result);
  const [first] = Array.isArray(content) ? content : [];
  return { text: asText(asObject(first).text) ?? "", isError: isError === true };
}

test("a client that begins gets the requested version of the protocol, or the newest one", async () => {
  for (const [requested, want] of [
    ["2024-11-05", "2024-11-05"],
    ["1999-01-01", "2025-06-18"],
  ]) {
    const params = { protocolVersion: requested, capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const response = await respond(mcp.tools, { jsonrpc: "2.0", id: 0, method: "initialize", params });
    expect(response).toMatchObject({ id: 0, result: { protocolVersion: want, capabilities: { tools: {} } } });
  }
});

test("the tools are listed with schemas, and none has an argument that permits writes", async () => {
  const response = asObject(await respond(mcp.tools, { jsonrpc: "2.0", id: 1, method: "tools/list" }));
  const text = JSON.stringify(response.result);
  expect(mcp.tools.map(({ name }) => name)).toEqual(["plan", "verify", "causes", "explain", "mock"]);
  for (const { name } of mcp.tools) expect(text).toContain(`"name":"${name}"`);
  expect(text).not.toMatch(/allowWrites|"writes"|"allowed"/);
});

test("a run is planned, verified and explained, and writes nothing", async () => {
  expect((await called("causes", {})).text).toMatch(/^There was no run yet/);
  const plan = await called("plan", { spec: SPEC, baseUrl: server.url });
  expect(plan.text).toMatch(
    /getThing › [\s\S]*test cases? would run, unless the server lacks what (it needs|they need)\.$/,
  );
  const run = await called("verify", { spec: SPEC, baseUrl: server.url, only: ["getThing"] });
  expect(run.text).toMatch(/^Failed: Things 1 against http[\s\S]*^1\. `name` of GET \/thing is 1, not a string$/m);
  const [, id = ""] = /id: (.*?) \(/.exec(run.text) ?? [];
  expect((await called("causes", {})).text).toContain(id);
  expect((await called("causes", { id })).text).toContain("reproduce: curl");
  for (const rule of [id, id.split(" ")[0] ?? ""]) {
    const { text, isError } = await called("explain", { rule });
    expect({ text, isError }).toMatchObject({
      isError: false,
      text: expect.stringContaining(`${id}: \`name\` of GET`),
    });
    expect(text).toContain("body-invalid: a body fits its schema (JSON Schema 2020-12).");
  }
  expect(writes).toBe(0);
});

test.each<[string, string, object, RegExp]>([
  [
    "a rule is explained",
    "explain",
    { rule: "body-invalid" },
    /^body-invalid: a body fits its schema \(JSON Schema 2020-12\)\./,
  ],
  [
    "a near name is suggested for an unknown rule",
    "explain",
    { rule: "body-invlid" },
    /Did you mean `body-invalid`\?$/,
  ],
  [
    "rules that have a word are near to it",
    "explain",
    { rule: "schema #/nowhere" },
    /^There is no rule schema #\/nowhere, and no cause of the last run\. Rules that are near: .*body-invalid/,
  ],
  [
    "an id that says nothing is not answered by every rule",
    "explain",
    { rule: "zzzzzzzzzz" },
    /The causes of a run name the rules that they break\.$/,
  ],
  [
    "a target file is refused, because it could permit writes",
    "verify",
    { target: "LICENSE" },
    /^Name a target of team-api\.yaml/,
  ],
  [
    "a cause that the run does not have is an error",
    "causes",
    { id: "none" },
    /^(The last run has no cause none|There was no run)/,
  ],
])("%s", async (_, tool, given, want) => {
  expect((await called(tool, given)).text).toMatch(want);
});

test("only a target of the configuration file that permits writes is written to, and no other address by its name", async () => {
  const folder = await temporaryFolder("mcp");
  const spec = join(folder, "notes.json");
  await writeFile(spec, JSON.stringify(NOTES));
  const other = await serve(({ method }, response) => json(response, method === "GET" ? 404 : 201, { id: "n" }));
  const targets = {
    reading: { baseUrl: server.url },
    writing: { baseUrl: server.url, writes: "creations" },
  };
  await writeFile(join(folder, "team-api.yaml"), JSON.stringify({ spec, targets }));
  const before = process.cwd();
  process.chdir(folder);
  try {
    expect((await called("verify", { target: "reading" })).isError).toBe(false);
    expect(writes).toBe(0);
    for (const given of [{ baseUrl: other.url }, { spec }]) {
      const { text, isError } = await called("verify", { target: "writing", ...given });
      expect(isError).toBe(true);
      expect(text).toMatch(
        /^A target has the address and the document of team-api\.yaml: give no (baseUrl|spec) beside it\.$/,
      );
    }
    expect(writes).toBe(0);
    expect((await called("verify", { target: "writing" })).isError).toBe(false);
    expect(writes).toBeGreaterThan(0);
    expect(other.seen).toEqual([]);
  } finally {
    process.chdir(before);
    await other.close();
  }
});

test("a target file is used if the person who configured the server named it, with its permission and its document", async () => {
  const folder = await temporaryFolder("mcp");
  const [spec, reading, writing] = ["notes.json", "staging.yaml", "writing.yaml"].map((name) => join(folder, name));
  const other = await serve(({ method }, response) => json(response, method === "GET" ? 404 : 201, { id: "n" }));
  await writeFile(spec ?? "", JSON.stringify(NOTES));
  await writeFile(reading ?? "", JSON.stringify({ baseUrl: other.url }));
  await writeFile(writing ?? "", JSON.stringify({ baseUrl: other.url, writes: "creations" }));
  const wrote = () => other.seen.some(({ method }) => method !== "GET");
  const of = (...files: string[]) => toolsOf(async () => ({}), { files, spec });
  try {
    const { text, isError } = await called("verify", { target: reading }, of(reading ?? ""));
    expect({ text, isError }).toMatchObject({ isError: false, text: expect.stringContaining("Notes 1 against") });
    expect(other.seen.length).toBeGreaterThan(0);
    for (const more of [{ spec: SPEC }, { baseUrl: server.url }]) {
      expect(await called("verify", { target: reading, ...more }, of(reading ?? ""))).toMatchObject({
        isError: true,
        text: expect.stringContaining("beside it"),
      });
    }
    const refused = await called("verify", { target: writing }, of(reading ?? ""));
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Name a target .*mcp.* --target FILE/),
    });
    expect(wrote()).toBe(false);
    expect((await called("verify", { target: writing }, of(writing ?? ""))).isError).toBe(false);
    expect(wrote()).toBe(true);
  } finally {
    await other.close();
  }
});

test("a mock is started once for a document", async () => {
  const [one, two] = [await called("mock", { spec: SPEC }), await called("mock", { spec: SPEC })];
  const [url = ""] = /http:\/\/[\d.:]+\d/.exec(one.text) ?? [];
  expect(two.text).toBe(one.text);
  expect((await fetch(`${url}/thing`)).status).toBe(200);
});

test("messages are lines, errors have their codes, notifications get no response, and the end of the input ends the server", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const serving = serveClient(mcp.tools, input, output);
  for (const line of [
    "no JSON",
    JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
    JSON.stringify({ jsonrpc: "2.0", id: "a", method: "ping" }),
    JSON.stringify({ jsonrpc: "2.0", id: 2, method: "nothing" }),
    JSON.stringify({ jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "nothing" } }),
  ]) {
    input.write(`${line}\n`);
  }
  input.end();
  await serving;
  output.end();
  const lines = (await output.toArray())
    .join("")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ id, error }) => [id, error?.code])).toEqual([
    [null, -32_700],
    ["a", undefined],
    [2, -32_601],
    [3, -32_602],
  ]);
});
