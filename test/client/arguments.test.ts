import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, unwrap } from "#generated/client.js";
import { thorough } from "#test/sample.js";
import { serve, type TestServer } from "../server.js";
import { temporaryFolder } from "../temporary.js";

let server: TestServer;
beforeAll(async () => {
  server = await serve(({ url }, response) => {
    const status = Number(/status(\d+)/.exec(url)?.[1] ?? 422);
    response.writeHead(status, { "content-type": "application/problem+json" });
    response.end(JSON.stringify({ title: "Rejected", detail: "The team does not exist." }));
  });
});
afterAll(() => server.close());
const clientOf = () => createClient({ baseUrl: server.url, apiKey: "any", retry: false });

describe("the arguments of a call", () => {
  test.each<[string, unknown[], string]>([
    ["options in the place of the input", [{ signal: undefined, headers: {} }], "the parameters have no `headers`."],
    ["a parameter beside its place", [{ limit: 2 }], "the parameters have no `limit`."],
    ["unknown options", [{}, { header: {} }], "the options have no `header`."],
    ["a wrong form of retry", [{}, { retry: { limit: 2 } }], "`retry` is a number or false."],
    ["the input in the place of the options", [undefined, { query: {} }], "the options have no `query`."],
  ])("with %s are a failure that names the members, and nothing is sent", async (_, args, message) => {
    const before = server.seen.length;
    const result = await Reflect.apply(clientOf().listSuppressions, undefined, args);
    expect(result.failure).toMatchObject({ name: "InvalidRequest", message: expect.stringContaining(message) });
    expect(server.seen.length).toBe(before);
  });

  test("are the input, and the options of this call", async () => {
    await clientOf().listSuppressions({ query: { limit: 2 } }, { headers: { "X-Trace": "1" }, timeout: 5000 });
    expect(server.seen.at(-1)).toMatchObject({ url: "/suppressions?limit=2", headers: { "x-trace": "1" } });
  });
});

test.each<[unknown, string]>([
  [{ baseURL: "https://api.example.com" }, "the options have no `baseURL`."],
  [{ baseUrl: "https://api.example.com", retries: 5 }, "the options have no `retries`."],
  [{ baseUrl: "https://api.example.com", apikey: "key" }, "the options have no `apikey`."],
  [{ baseUrl: "https://api.example.com", retry: "3" }, "`retry` is a number or false."],
  [{ baseUrl: "https://api.example.com", retry: { limit: 2 } }, "`retry` is a number or false."],
  [{ baseUrl: "https://api.example.com", retry: true }, "`retry` is a number or false."],
  [{ baseUrl: 5 }, "the options have no `baseUrl`."],
  [{}, "the options have no `baseUrl`."],
  [undefined, "the options have no `baseUrl`."],
])("a client with the options %j is an error that names the option", (options, message) => {
  expect(() => Reflect.apply(createClient, undefined, [options])).toThrow(message);
});

test("a thrown error says method, address and status, and what the server says of it", async () => {
  const result = await clientOf().retrieveSuppression({ path: { suppression: "a" } });
  expect(() => unwrap(result)).toThrow(
    `GET ${server.url}/suppressions/a: the response has status 422: The team does not exist.`,
  );
});

test.each<[writer: string, body: unknown, reason: string]>([
  [
    "FastAPI",
    {
      detail: [
        { loc: ["body", "tags", 0], msg: "Input should be a string" },
        { loc: ["query", "limit"], msg: "Too large" },
      ],
    },
    '[{"loc":["body","tags",0],"msg":"Input should be a string"}',
  ],
  [
    "NestJS",
    { statusCode: 422, message: ["name is empty", "age is small"], error: "Invalid" },
    '["name is empty","age is small"]',
  ],
  ["a problem", { title: "Invalid", detail: "No.", errors: [] }, "No."],
  ["ASP.NET", { title: "Invalid", status: 422, errors: { name: ["is taken"] } }, '{"name":["is taken"]}'],
  ["Laravel", { message: "The name is taken.", errors: { name: ["is taken"] } }, "The name is taken."],
  ["JSON:API", { errors: [{ title: "taken" }] }, '[{"title":"taken"}]'],
  ["Express", { errors: [], message: "Not valid" }, "Not valid"],
  ["Stripe", { error: { message: "taken", param: "name" } }, '{"message":"taken","param":"name"}'],
  ["a problem with a title alone", { type: "about:blank", title: "Invalid" }, "Invalid"],
  ["another writer", { error: "Invalid" }, "Invalid"],
])("a thrown error has the reasons that %s writes", (_, body, reason) => {
  const response = new Response(null, { status: 422 });
  const result = { ok: false, status: 422, error: body, body, failure: null, response } as const;
  expect(() => unwrap(result)).toThrow(`the response has status 422: ${reason}`);
});

test("a response with an undocumented status keeps its status and body in the result", async () => {
  const result = await clientOf().listSuppressions({ query: { after: "status500" } });
  expect(result).toMatchObject({
    ok: false,
    status: 500,
    error: null,
    body: { detail: "The team does not exist." },
    failure: {
      name: "UndocumentedStatus",
      message: `GET ${server.url}/suppressions: the response with status 500 is undocumented: The team does not exist.`,
    },
  });
  if (!result.ok && result.status === 500) expect(result.failure.status).toBe(500);
});

thorough("results can be told apart without `strict`", async () => {
  const file = join(await temporaryFolder("not-strict"), "uses.ts");
  const client = JSON.stringify(resolve("generated/client.ts"));
  await writeFile(
    file,
    `import { createClient } from ${client};
const result = await createClient({ baseUrl: "https://api.example.com" }).listSuppressions();
export const shown = result.ok ? result.data.data.length : result.failure;
export const why = result.failure?.message ?? result.body;
`,
  );
  const program = ts.createProgram([file], {
    strict: false,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
  });
  const source = program.getSourceFile(file);
  const problems = program
    .getSemanticDiagnostics(source)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
  expect(problems).toEqual([]);
});
