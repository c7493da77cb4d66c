import { afterAll, beforeAll, expect, test } from "vitest";
import { asObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { sample } from "#test/sample.js";
import { json, serve, type TestServer } from "#test/server.js";
import { Contract } from "#verify/model/contract.js";
import { singleCredential } from "#verify/model/target/target.js";
import { EXIT_CODES } from "#verify/report/verdict.js";
import { terminalReport } from "#verify/reporters/terminal.js";
import { Traffic } from "#verify/traffic/traffic.js";
import { openRun, type VerifyOptions, verify } from "#verify/verify.js";
import { documentOf, REJECTED, verifyServer } from "./small-document.js";
import { isText, lifeOf, object, stored, text } from "./small-store.js";
import { testTarget } from "./target.js";

interface Kind {
  /** Whether the document has security, examples, and the content of responses. */
  security: boolean;
  examples: boolean;
  content: boolean;
  /** Whether it documents the statuses of rejections. */
  rejections: boolean;
}

/** A document of rooms. */
function documentFor({ security, examples, content, rejections }: Kind): OpenApiDocument {
  const example = examples ? { example: { id: "a", name: "A" } } : {};
  const schema: JsonObject = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "string" }, name: { type: "string", maxLength: 20 } },
  };
  const media = { "application/json": { schema, ...example } };
  const success: JsonObject = { description: "Done.", ...(content ? { content: media } : {}) };
  const others: JsonObject = rejections ? { "4XX": REJECTED, "503": REJECTED } : {};
  const responses = (status: string): JsonObject => ({ [status]: success, ...others });
  const id: JsonObject = {
    ...{ name: "id", in: "path", required: true, schema: { type: "string" } },
    ...(examples ? { example: "a" } : {}),
  };
  const limit: JsonObject = { name: "limit", in: "query", schema: { type: "integer", minimum: 1 } };
  const document = documentOf({
    "/rooms": {
      get: { operationId: "listRooms", parameters: [limit], responses: responses("200") },
      post: { operationId: "addRoom", requestBody: { required: true, content: media }, responses: responses("201") },
    },
    "/rooms/{id}": {
      parameters: [id],
      get: { operationId: "getRoom", responses: responses("200") },
      delete: { operationId: "deleteRoom", responses: { "204": { description: "Deleted." }, ...others } },
    },
  });
  if (!security) return document;
  const components = { securitySchemes: { key: { type: "http", scheme: "bearer" } } };
  return { ...document, components, security: [{ key: [] }] };
}

const BOTH = [true, false];
/** Every pair of facts occurs. A contract is read once for all runs. */
const KINDS = BOTH.flatMap((security) =>
  BOTH.map((examples) => {
    const kind: Kind = { security, examples, content: security === examples, rejections: examples };
    return { kind, contract: new Contract(documentFor(kind)) };
  }),
);

/** The response of the server to everything. */
interface Always {
  status: number;
  headers: Record<string, string>;
  body: string;
}

let always: Always;
let server: TestServer;
beforeAll(async () => {
  server = await serve((_, response) => {
    const { status, headers, body } = always;
    response.writeHead(status, headers).end(status === 204 ? undefined : body);
  });
});
afterAll(() => server.close());

const JSON_TYPE = { "content-type": "application/json" };
const PAGE = { headers: { "content-type": "text/html; charset=utf-8" }, body: "<title>Sign in</title>" };
const EMPTY = { headers: {}, body: "" };
const PROBLEM = { headers: { "content-type": "application/problem+json" }, body: '{"title":"No"}' };
/** Valid by the schema of a success. */
const ROOM = { headers: JSON_TYPE, body: '{"id":"a","name":"A"}' };

function run(contract: OpenApiDocument | Contract, writes: boolean, options: Partial<VerifyOptions> = {}) {
  const { security } = contract instanceof Contract ? contract.document : contract;
  const credentials = security ? { own: singleCredential("secret", "KEY") } : {};
  const target = testTarget(server.url, { credentials, writes: writes ? "creations" : "none", hasExampleData: false });
  return verify({ contract, target, parallel: 8, ...options });
}

/** The runs with each kind of document, with and without writes. They overlap, because a run waits after a 503. */
function runsOfKinds() {
  return Promise.all(
    KINDS.flatMap(({ kind, contract }) =>
      BOTH.map(async (writes) => ({ kind, writes, ...(await run(contract, writes)) })),
    ),
  );
}

const STATUSES = [401, 403, 404, 500, 503];

const RESPONSES = STATUSES.flatMap((status) => [EMPTY, PROBLEM, PAGE, ROOM].map((content) => ({ status, ...content })));

test.each(sample(RESPONSES, 14, 3))(
  "a server that responds with $status and $body to everything passes no run",
  async (response) => {
    always = response;
    for (const { kind, verdict, reason } of await runsOfKinds()) {
      expect({ kind, verdict, reason }).toEqual({
        kind,
        verdict: "error",
        reason: expect.stringMatching(
          new RegExp(`^Nothing could be tested: \\d of \\d operations? responded with ${response.status}`),
        ),
      });
    }
  },
);

test.each(
  sample(
    [
      ["204", { status: 204, ...EMPTY }],
      ["a redirection", { status: 302, headers: { location: "/login" }, body: "" }],
      ["the page of a login", { status: 200, ...PAGE }],
    ],
    6,
  ),
)("a server that responds with %s to everything passes no run", async (_, response) => {
  always = response;
  for (const { kind, writes, verdict } of await runsOfKinds()) {
    expect({ kind, writes, passed: verdict === "passed" }).toEqual({ kind, writes, passed: false });
  }
});

const FULL: Kind = { security: true, examples: true, content: true, rejections: true };

test.each(sample([["authentication"], ["invalid-requests"], ["unknown-resources"], ["robustness"], ["rejects"]], 5))(
  "a selection of test cases that expect rejections does not pass where everything is rejected: %s",
  async (only) => {
    for (const status of STATUSES) {
      always = { status, ...PROBLEM };
      expect((await run(SECURED, true, { only: [only] })).verdict).toBe("error");
    }
  },
);

test("a selection of test cases that expect rejections passes where another operation succeeds", async () => {
  const selective = await serve(({ headers }, response) => {
    const isOwn = headers.authorization === "Bearer secret";
    response.writeHead(isOwn ? 200 : 401, JSON_TYPE).end('{"id":"a","name":"A"}');
  });
  const credentials = { own: singleCredential("secret", "KEY") };
  const target = testTarget(selective.url, { credentials, writes: "none", hasExampleData: false });
  const report = await verify({ contract: documentFor(FULL), target, only: ["listRooms › rejects an unknown key"] });
  await selective.close();
  expect(report).toMatchObject({ verdict: "passed", counts: { cases: 1 }, coverage: { proof: "listRooms" } });
});

test("an operation that can have no success does not pass a run alone", async () => {
  always = { status: 410, ...EMPTY };
  const gone = { "/old": { get: { operationId: "getOld", responses: { "410": REJECTED } } } };
  expect(await run(documentOf(gone), false)).toMatchObject({ verdict: "error" });
});

const OPEN = documentFor({ ...FULL, security: false });
const SECURED = documentFor(FULL);

test.each<[status: number, document: OpenApiDocument, advice: string]>([
  [401, SECURED, "The key was rejected: check KEY."],
  [403, SECURED, "The key may lack access, or be that of another server: check KEY."],
  [
    401,
    OPEN,
    "The server denies access, but the document has no security: check the base URL, or describe the key in the document (an overlay can).",
  ],
  [
    404,
    OPEN,
    "The address may lack a base path such as /api/v2, or may be that of another server: check the base URL.",
  ],
  [500, OPEN, "The server may not be ready: wait until it is, or look into its log."],
])("the output of a run with %i alone says what to change", async (status, document, advice) => {
  always = { status, ...EMPTY };
  const report = await run(document, true);
  expect(terminalReport(report).split("\n").at(-1)).toContain(`responded with ${status}`);
  expect(terminalReport(report)).toContain(advice);
  expect(EXIT_CODES[report.verdict]).toBe(2);
  if (document === OPEN) expect(JSON.stringify(report)).not.toMatch(/key was rejected/i);
});

test("a wrong base path is the likely reason although operations lack values, because a list was not found", async () => {
  always = { status: 404, ...EMPTY };
  const { reason } = await run(documentFor({ ...FULL, security: false, examples: false }), true);
  expect(reason).toContain("The address may lack a base path");
});

test("a base path that the document's servers name is suggested", async () => {
  always = { status: 404, ...EMPTY };
  const servers: JsonObject[] = [
    {
      url: "https://{host}/api/{version}/",
      variables: { host: { default: "example.com" }, version: { default: "v2" } },
    },
  ];
  const { reason } = await run({ ...OPEN, servers }, false);
  expect(reason).toMatch(
    /Try --base-url http:\/\/127\.0\.0\.1:\d+\/api\/v2$|Try --base-url http:\/\/127\.0\.0\.1:\d+\/api\/v2\.$/,
  );
});

test.each([401, 403])("a key that only an open operation accepts is said to be rejected: %i", async (status) => {
  const selective = await serve(({ url }, response) =>
    response.writeHead(url.startsWith("/open") ? 200 : status, JSON_TYPE).end('{"id":"a","name":"A"}'),
  );
  const credentials = { own: singleCredential("secret", "KEY") };
  const target = testTarget(selective.url, { credentials, writes: "none", hasExampleData: false });
  const get = { operationId: "getOpen", responses: { "200": { description: "Open." } } };
  const document = documentFor({ ...FULL, rejections: false });
  const { reason, cases, verdict } = await verify({
    contract: { ...document, paths: { ...asObject(document.paths), "/open": { get } } },
    target,
  });
  await selective.close();
  expect(reason).toMatch(/^Nothing could be tested: the key was rejected by (\d) of \1 operations that need one/);
  // The reports for other programs show no failure of the server: the settings are wrong. The open operation is another matter.
  const outcomes = cases.filter(({ operation }) => operation !== "getOpen").map(({ outcome }) => outcome);
  expect(verdict).toBe("error");
  expect(outcomes.filter((outcome) => outcome.verdict === "failed")).toEqual([]);
  const skip = expect.objectContaining({
    verdict: "skipped",
    reason: expect.stringContaining(`the key was rejected with ${status}`),
  });
  expect(outcomes).toContainEqual(skip);
});

test("a server that rejects a request without a key is not said to reject the key", async () => {
  always = { status: 401, ...EMPTY };
  const target = testTarget(server.url, { credentials: {}, withoutKey: true, writes: "none", hasExampleData: false });
  const { reason } = await verify({ contract: SECURED, target });
  expect(reason).toContain("The server requires a key: give one in place of credentials: none, or without --no-key.");
});

test("contract tests in Vitest fail after the last one where everything is rejected, and not where one operation succeeds", async () => {
  const nothingIn = async (status: number) => {
    always = { ...ROOM, status };
    const credentials = { own: singleCredential("secret", "KEY") };
    const target = testTarget(server.url, { credentials, writes: "none", hasExampleData: false });
    const opened = await openRun({ contract: SECURED, target });
    const own = opened.cases.filter(({ testCase }) => testCase.suite === "authentication");
    const results = await Promise.all(own.map((planned) => opened.runCase(planned)));
    const nothing = await opened.nothingTested(results);
    await opened.close();
    return nothing;
  };
  expect(await nothingIn(401)).toMatch(/^Nothing could be tested: 2 of 2 operations responded with 401/);
  expect(await nothingIn(200)).toBeUndefined();
});

test("recorded traffic without a success does not pass", async () => {
  const traffic = new Traffic({ contract: new Contract(OPEN), name: "traffic.har", keyVariable: "KEY" });
  const url = new URL("http://127.0.0.1/rooms");
  const request = { method: "GET", url, headers: new Headers(), body: undefined };
  await traffic.check({ request, response: { status: 404, headers: new Headers(), body: "" }, duration: 1 });
  expect(traffic.report()).toMatchObject({
    verdict: "error",
    reason: "Nothing could be tested: 1 of 1 operation responded with 404; 3 not called.",
  });
});

test.each<[string, number, object]>([
  ["fails", 501, { verdict: "failed", reason: undefined }],
  [
    "is only rejected",
    403,
    { verdict: "passed", reason: expect.stringMatching(/^no operation of this run succeeded/) },
  ],
])("a selected operation that %s is judged by what other operations show of the server", async (_, status, wanted) => {
  const note = object({ id: text, title: text }, ["id", "title"]);
  const paths = lifeOf("notes", object({ title: text }, ["title"]), note);
  const store = stored("notes", { make: ({ title }) => (isText(title) ? { title: title ?? "" } : 400) });
  const { report } = await verifyServer(
    paths,
    (request, response) => (request.method === "DELETE" ? json(response, status, {}) : store(request, response)),
    { hasExampleData: false, writes: "reversible" },
    { only: ["delete_notes"] },
  );
  expect({ verdict: report.verdict, reason: report.reason }).toEqual(wanted);
  expect(terminalReport(report)).not.toContain("Nothing could be tested");
});
