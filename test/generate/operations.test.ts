import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extrasOf } from "#generate/client/extras-of.js";
import { operationsFile } from "#generate/client/operations-file.js";
import { pagedList } from "#generate/client/paging.js";
import { functionName } from "#generate/names.js";
import { connectTo, listSuppressions, retrieveSuppression, revokeOauthGrant, unwrap } from "#generated/operations.js";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { json, serve, type TestServer } from "../server.js";
import { documentOf } from "../verify/small-document.js";
import { pageSize } from "./page-size.js";

/** The limits for a page with one call, in bytes of gzip: of a call with parameters and JSON, of usual ones, and of any. */
const [LARGEST_PLAIN, LARGEST, LARGEST_OF_ALL] = [4_300, 4_970, 5_120];

let server: TestServer;
beforeAll(async () => {
  server = await serve(({ url }, response) => {
    if (url.startsWith("/oauth")) return void response.writeHead(404).end();
    const isLast = url.includes("after=");
    json(response, 200, { object: "list", has_more: !isLast, data: [{ id: isLast ? "b" : "a" }] });
  });
});
afterAll(() => server.close());

const connection = () => connectTo({ baseUrl: server.url, apiKey: "any-key", retry: false });

describe("a function of an operation", () => {
  test("sends its request over the connection, and narrows by status", async () => {
    const result = await revokeOauthGrant(connection(), { path: { oauth_grant_id: "one" } });
    expect([result.ok, result.status]).toEqual([false, 404]);
    expect(server.seen.at(-1)).toMatchObject({ method: "DELETE", url: "/oauth/grants/one" });
    expect(server.seen.at(-1)?.headers.authorization).toBe("Bearer any-key");
  });

  test("iterates over the items of a list", async () => {
    const ids: string[] = [];
    for await (const { id } of listSuppressions.items(connection(), { query: { limit: 1 } })) ids.push(id);
    expect(ids).toEqual(["a", "b"]);
  });

  test("shares the middleware of its connection with other functions", async () => {
    const shared = connection();
    shared.use({ onRequest: ({ request }) => request.headers.set("x-trace", "1") });
    unwrap(await listSuppressions(shared));
    await retrieveSuppression(shared, { path: { suppression: "a" } });
    expect(server.seen.slice(-2).map(({ headers }) => headers["x-trace"])).toEqual(["1", "1"]);
  });

  test("needs the parameters that are required", () => {
    // @ts-expect-error the path is required
    expect(() => retrieveSuppression(connection(), {})).not.toThrow();
  });
});

const document = (count: number, ids: readonly string[] = []) => ({
  openapi: "3.1.0",
  info: { title: "Many", version: "1" },
  paths: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `/things${index}`,
      { get: { operationId: ids[index] ?? `getThing${index}`, responses: { "204": { description: "Done" } } } },
    ]),
  ),
});

test("reserved words and names of the module get an underscore", () => {
  const code = operationsFile(
    document(6, ["delete", "connectTo", "then", "getThing", "byPage", "byLink"]),
    "./runtime.js",
  );
  expect([...code.matchAll(/^export const (\w+)/gm)].map(([, name]) => name)).toEqual([
    "delete_",
    "connectTo_",
    "then_",
    "getThing",
    "byPage_",
    "byLink_",
  ]);
});

/** A page with one call of a document, in bytes of gzip. */
function callSize(contract: OpenApiDocument, name = "getThing0"): Promise<number> {
  const page = `import { connectTo, ${name} } from "operations"; globalThis.page = [connectTo, ${name}];`;
  return pageSize(page, operationsFile(contract, resolve("src/client/index.ts")));
}

test("the size of a page with one call does not grow with the document", async () => {
  const [one, many] = [await callSize(document(1)), await callSize(document(600))];
  // A minifier gives short names by how often a name is used in all functions.
  expect(Math.abs(many - one)).toBeLessThan(20);
  expect(one).toBeGreaterThan(1_000);
  expect(one).toBeLessThan(LARGEST_PLAIN);
});

const SIX = ["accounts", "library", "members", "parcels", "pets", "telemetry"].map((name) => `${name}.yaml`);
const WRITERS = readdirSync("test/documents/writers").filter((name) => /\.(json|yaml)$/.test(name));

test.each([...SIX, ...WRITERS.map((name) => `writers/${name}`)])(
  "a page with one call of test/documents/%s is small, whichever call it is",
  async (file) => {
    const contract = await loadDocument(`test/documents/${file}`);
    for (const operation of operationsOf(contract)) {
      const isPlain = !pagedList(contract, operation) && Object.keys(extrasOf(contract, operation)).length === 0;
      const largest = isPlain ? LARGEST_PLAIN : LARGEST;
      expect(await callSize(contract, functionName(operation)), operation.id).toBeLessThanOrEqual(largest);
    }
  },
);

const FORM = "multipart/form-data";
const TEXTS = "application/x-www-form-urlencoded";
test.each<[string, string, JsonObject]>([
  ["an object", FORM, { style: "deepObject", explode: true }],
  ["an object", TEXTS, { style: "deepObject", explode: true }],
  ["a list with bars", TEXTS, { style: "pipeDelimited", explode: false }],
  ["a list with spaces", FORM, { style: "spaceDelimited", explode: false }],
  ["an object in fields", FORM, { style: "form", explode: true }],
  ["JSON", TEXTS, { contentType: "application/json" }],
  ["several media types", FORM, { contentType: "image/png, image/jpeg" }],
  ["a range of media types", FORM, { contentType: "image/*" }],
])("a page with one call is small if a field of a form is %s (%s)", async (_, mediaType, encoding) => {
  const requestBody = { content: { [mediaType]: { schema: { type: "object" }, encoding: { field: encoding } } } };
  const contract = documentOf({ "/a": { post: { operationId: "send", requestBody, responses: { "200": {} } } } });
  expect(await callSize(contract, "send")).toBeLessThanOrEqual(LARGEST);
});

const ID: JsonObject = { name: "id", in: "path", required: true, schema: { type: "string" } };
const FILTER: JsonObject = { name: "filter", in: "query", style: "deepObject", schema: { type: "object" } };
const CURSOR: JsonObject = { name: "cursor", in: "query", schema: { type: "string" } };
const VERSION: JsonObject = { name: "X-Version", in: "header", schema: { type: "string" } };
const JSON_BODY: JsonObject = { "application/json": { schema: { type: "object" } } };
const EVENTS: JsonObject = { "text/event-stream": { schema: { type: "object" } } };
const PAGE: JsonObject = {
  "application/json": {
    schema: {
      properties: { items: { type: "array", items: {} }, next: { type: "string" }, previous: { type: "string" } },
    },
  },
};
const UPLOAD: JsonObject = { [FORM]: { schema: { type: "object" } } };
const TYPED_UPLOAD: JsonObject = {
  [FORM]: { schema: { type: "object" }, encoding: { file: { contentType: "image/png" } } },
};

// All that one operation can need together, retries included. Real documents exceed none of them.
test.each<[title: string, method: string, operation: JsonObject, response: JsonObject]>([
  [
    "pages that lead back and on, an object in the query, a header",
    "get",
    { parameters: [ID, FILTER, CURSOR, VERSION] },
    PAGE,
  ],
  [
    "a form with files, or JSON, and events, or JSON",
    "post",
    { requestBody: { content: { ...JSON_BODY, ...UPLOAD } } },
    { ...JSON_BODY, ...EVENTS },
  ],
  [
    "a path, a form with files, and events, or JSON",
    "post",
    { parameters: [ID], requestBody: { content: UPLOAD } },
    { ...JSON_BODY, ...EVENTS },
  ],
  ["an object in the query, and events that continue", "get", { parameters: [ID, FILTER] }, EVENTS],
  [
    "an object in the query, a header, and a form of typed files, or JSON",
    "put",
    { parameters: [ID, FILTER, VERSION], requestBody: { content: { ...JSON_BODY, ...TYPED_UPLOAD } } },
    JSON_BODY,
  ],
])("a page with one call of everything is small: %s", async (_, method, operation, content) => {
  const responses = { "200": { description: "", content }, "404": { description: "", content: JSON_BODY } };
  const contract = documentOf({ "/a/{id}": { [method]: { operationId: "all", ...operation, responses } } });
  expect(await callSize(contract, "all")).toBeLessThanOrEqual(LARGEST_OF_ALL);
});

test("a page with a call of server-sent events is small", async () => {
  const contract = await loadDocument("test/bench/tasks/api.yaml");
  expect(await callSize(contract, "watch")).toBeLessThan(LARGEST);
});

test("a page with twelve tasks of every kind is small", async () => {
  const code = operationsFile(await loadDocument("test/bench/tasks/api.yaml"), resolve("src/client/index.ts"));
  expect(await pageSize(await readFile("test/bench/tasks/team-api.txt", "utf8"), code)).toBeLessThanOrEqual(6_830);
});
