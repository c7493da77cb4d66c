import { expect, test } from "vitest";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { json, type ReceivedRequest } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { jsonResponse, pathParameter, REJECTED, type Respond, verifyServer } from "#test/verify/small-document.js";
import { singleCredential } from "#verify/model/target/target.js";

const KEY = "tk_Live7Qw4abc9";
const TARGET = {
  hasExampleData: false,
  settle: 50,
  writes: "none" as const,
  credentials: { own: singleCredential(KEY, "KEY") },
};
const SCHEMES = { key: { type: "http", scheme: "bearer" } };
const SECURITY = { components: { securitySchemes: SCHEMES }, security: [{ key: [] }] };
const responses = (schema: JsonObject): JsonObject => ({
  "200": { description: "Found.", content: { "application/json": { schema } } },
  ...{ "401": REJECTED, "404": REJECTED },
});
const THING: JsonObject = { type: "object", properties: { id: { type: "string" } } };
/** The example of the path does not exist. */
const ITEM: JsonObject = {
  "/things/{thing}": {
    parameters: [pathParameter("thing", { type: "string" }, "dead")],
    get: {
      operationId: "getThing",
      responses: { ...responses(THING), "200": jsonResponse(THING, { id: "dead" }) },
    },
  },
};
const LIST: JsonObject = {
  "/things": { get: { operationId: "listThings", responses: responses({ type: "array", items: THING }) } },
};

/** A server with one thing, which checks keys first. */
const guarding: Respond = ({ url, headers }, response) => {
  if (headers.authorization !== `Bearer ${KEY}`) return json(response, 401, {});
  if (url === "/things") return json(response, 200, [{ id: "t-1" }]);
  json(response, url === "/things/t-1" ? 200 : 404, { id: "t-1" });
};

async function verified(paths: JsonObject, respond: Respond = guarding) {
  const settings = { only: ["examples", "authentication"], extensions: SECURITY };
  const { results, requests } = await verifyServer(paths, respond, TARGET, settings);
  const ofKeys = results.filter(({ suite, operation }) => suite === "authentication" && operation === "getThing");
  expect(ofKeys.length).toBeGreaterThan(0);
  return { results, requests, verdicts: new Set(ofKeys.map(({ outcome }) => outcome.verdict)) };
}

const withoutKey = (requests: readonly ReceivedRequest[]) =>
  requests.filter(({ headers, url }) => headers.authorization === undefined && url.startsWith("/things/"));

test("an example id that is unknown skips no test case of keys, where each is rejected with 401", async () => {
  const { results, verdicts } = await verified(ITEM);
  expect([...verdicts]).toEqual(["passed"]);
  expect(failuresOf(results)).toEqual([]);
});

test("test cases of keys use an identifier that a list shows, and no unknown example", async () => {
  const { requests, verdicts } = await verified({ ...LIST, ...ITEM });
  expect([...verdicts]).toEqual(["passed"]);
  expect(new Set(withoutKey(requests).map(({ url }) => url))).toEqual(new Set(["/things/t-1"]));
});

test("a server that shows what exists without a key fails, though the example id is unknown", async () => {
  const open: Respond = (request, response) =>
    guarding({ ...request, headers: { ...request.headers, authorization: `Bearer ${KEY}` } }, response);
  const { results } = await verified({ ...LIST, ...ITEM }, open);
  expect(failuresOf(results).join()).toContain("getThing › rejects");
});

const TOKEN: JsonObject = {
  type: "apiKey",
  in: "header",
  name: "Authorization",
  description: "Authorization: Token KEY",
};
/** Any word may stand before the key. */
const anyScheme: Respond = (request, response) => {
  const key = request.headers.authorization?.split(" ").at(-1);
  const headers = { ...request.headers, authorization: key === KEY ? `Bearer ${KEY}` : "" };
  return guarding({ ...request, headers }, response);
};

test.each<[title: string, security: JsonObject[], schemes: JsonObject]>([
  ["as another way", [{ key: [] }, { token: [] }], { token: TOKEN }],
  ["as another way, in lower case", [{ token: [] }, { key: [] }], { token: { ...TOKEN, name: "authorization" } }],
  ["for other operations", [{ key: [] }], { token: TOKEN }],
])("a key may have any scheme before it where a document has the whole header %s", async (_, security, schemes) => {
  const extensions = { ...SECURITY, components: { securitySchemes: { ...SCHEMES, ...schemes } }, security };
  const settings = { only: ["examples", "authentication"], extensions };
  const { results } = await verifyServer({ ...LIST, ...ITEM }, anyScheme, TARGET, settings);
  expect(failuresOf(results)).toEqual([]);
});

test("a key must have its scheme where a document has no whole header", async () => {
  const { results } = await verified({ ...LIST, ...ITEM }, anyScheme);
  expect(failuresOf(results).join()).toContain("rejects a key with another scheme");
});

test("a request without a key is sent with each optional parameter, also where the document has no example of it", async () => {
  const parameters = [
    { name: "species", in: "query", schema: { enum: ["cat", "dog"] } },
    { name: "page", in: "query", schema: { type: "integer", minimum: 1 } },
  ];
  const list = LIST["/things"];
  const paths = { "/things": { get: { ...asObject(asObject(list).get), parameters } } };
  const open: Respond = (request, response) =>
    request.url.includes("species=") ? json(response, 200, []) : guarding(request, response);
  const settings = { only: ["authentication"], extensions: SECURITY };
  const { results } = await verifyServer(paths, guarding, TARGET, settings);
  expect(results.filter(({ outcome }) => outcome.verdict !== "passed")).toEqual([]);
  const faulty = await verifyServer(paths, open, TARGET, settings);
  expect(failuresOf(faulty.results).join()).toContain("rejects a request without a key, by species, by page");
});

const EITHER = {
  components: { securitySchemes: { query: { type: "apiKey", in: "query", name: "token" }, ...SCHEMES } },
};

test.each<[behavior: string, isAccepted: boolean]>([
  ["reads keys of the query and of the header passes", false],
  ["accepts any scheme before a key of the header fails", true],
])("a server that %s", async (_, isAccepted) => {
  const respond: Respond = ({ url, headers: { authorization = "" } }, response) => {
    const isKnown = isAccepted ? authorization.endsWith(KEY) : authorization === `Bearer ${KEY}`;
    const hasKey = new URL(url, "http://a").searchParams.get("token") === KEY || isKnown;
    json(response, hasKey ? 200 : 401, hasKey ? [{ id: "t-1" }] : {});
  };
  const { results } = await verifyServer(LIST, respond, TARGET, {
    only: ["examples", "authentication"],
    extensions: { ...EITHER, security: [{ query: [] }, { key: [] }] },
  });
  expect(failuresOf(results).length > 0).toBe(isAccepted);
});
