import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { json, type ReceivedRequest } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { documentOf, jsonResponse, REJECTED, verifyServer } from "#test/verify/small-document.js";
import { singleCredential } from "#verify/model/target/target.js";

const KEY = "tk_Live7Qw4abc9";
const TARGET = { settle: 0, writes: "none" as const, credentials: { own: singleCredential(KEY, "KEY") } };
const OK: JsonObject = { 200: jsonResponse({ type: "object" }, {}), 400: REJECTED, 401: REJECTED, 421: REJECTED };
const parameter = (location: string, name: string, more: JsonObject = {}): JsonObject => ({
  ...{ in: location, name, required: true, schema: { type: "string" } },
  ...more,
});
const reading = (parameters: JsonObject[], security: JsonObject[] = []): JsonObject => ({
  "/it": { get: { operationId: "getIt", parameters, security, responses: OK } },
});
const schemes = {
  header: { type: "apiKey", in: "header", name: "X-Api-Key" },
  query: { type: "apiKey", in: "query", name: "token" },
  cookie: { type: "apiKey", in: "cookie", name: "sid" },
  bearer: { type: "http", scheme: "bearer" },
};
const extensions: JsonObject = { components: { securitySchemes: schemes } };

/** The keys that a request has. */
function keysOf({ url, headers }: ReceivedRequest) {
  return {
    header: headers["x-api-key"],
    query: new URL(url, "http://x").searchParams.getAll("token").join(),
    cookie: /(?:^|; *)sid=([^;]*)/.exec(headers.cookie ?? "")?.[1],
    bearer: headers.authorization?.startsWith("Bearer ") ? headers.authorization.slice("Bearer ".length) : undefined,
  };
}

/** Verifies a server that needs the keys of some schemes. */
async function verified(paths: JsonObject, needed: readonly (keyof typeof schemes)[]) {
  return verifyServer(
    paths,
    (request, response) => {
      const keys = keysOf(request);
      json(response, needed.every((name) => keys[name] === KEY) ? 200 : 401, {});
    },
    TARGET,
    { only: ["examples", "authentication", "invalid-requests", "accepted-values"], extensions },
  );
}

describe("a parameter that is the key of a security scheme", () => {
  test.each<[keyof typeof schemes, JsonObject]>([
    ["header", parameter("header", "x-api-key", { schema: { type: "string", minLength: 8 } })],
    ["query", parameter("query", "token")],
    ["cookie", parameter("cookie", "sid")],
    ["bearer", parameter("header", "Authorization")],
  ])("in %s is sent once, and missing only as a missing key", async (name, own) => {
    const paths = reading([own], [{ [name]: [] }]);
    const legal = await verified(paths, [name]);
    expect(failuresOf(legal.results)).toEqual([]);
    expect(legal.results.filter(({ outcome }) => outcome.verdict !== "passed")).toEqual([]);
    expect(legal.results.some(({ name: title }) => title.includes("without a key"))).toBe(true);
    const faulty = await verified(paths, []);
    expect(failuresOf(faulty.results).join()).toContain("without a key");
  });

  test.each<[string, JsonObject, number]>([
    ["in another place is a parameter", parameter("query", "x-api-key"), 1],
    ["of another name is a parameter", parameter("header", "x-api-key-2"), 1],
    ["is not a parameter, whatever its case", parameter("header", "X-API-key"), 0],
  ])("%s", (_, own, count) => {
    const document = { ...documentOf(reading([own], [{ header: [] }])), ...extensions };
    expect(operationsOf(document)[0]?.parameters).toHaveLength(count);
  });
});

describe("headers that the client sets", () => {
  test.each(["Host", "User-Agent", "Content-Length", "Connection", "Transfer-Encoding"])(
    "%s is not made up, and not missing",
    async (name) => {
      const { results, requests } = await verifyServer(
        reading([parameter("header", name)]),
        ({ headers }, response) => json(response, headers.host?.startsWith("127.0.0.1:") ? 200 : 421, {}),
        TARGET,
        { only: ["examples", "invalid-requests", "robustness"], extensions },
      );
      expect(failuresOf(results)).toEqual([]);
      expect(results.filter(({ outcome }) => outcome.verdict !== "passed")).toEqual([]);
      expect(requests.length).toBeGreaterThan(0);
      expect(new Set(requests.map(({ headers }) => headers["user-agent"]))).toEqual(new Set(["team-api"]));
    },
  );

  test("User-Agent is sent where the document has a value for it, and not missed", async () => {
    const { results, requests } = await verifyServer(
      reading([parameter("header", "User-Agent", { example: "shop/1.0" })]),
      ({ headers }, response) => json(response, headers["user-agent"] ? 200 : 400, {}),
      TARGET,
      { only: ["examples", "invalid-requests"], extensions },
    );
    expect(failuresOf(results)).toEqual([]);
    expect(requests.map(({ headers }) => headers["user-agent"])).toContain("shop/1.0");
  });
});

describe("keys that are needed together", () => {
  const together = reading([], [{ header: [], query: [] }]);

  test("are each rejected alone, and a server that checks both passes", async () => {
    const { results, requests } = await verified(together, ["header", "query"]);
    expect(failuresOf(results)).toEqual([]);
    const sent = requests.map(keysOf);
    expect(sent.some(({ header, query }) => header === KEY && query === "")).toBe(true);
    expect(sent.some(({ header, query }) => header === undefined && query === KEY)).toBe(true);
    expect(sent.some(({ header, query }) => header !== KEY && header !== undefined && query === KEY)).toBe(true);
  });

  test.each<["header" | "query", string]>([
    ["header", "the key of query"],
    ["query", "the key of header"],
  ])("fail where a server checks %s alone", async (name, missing) => {
    const failures = failuresOf((await verified(together, [name])).results).join();
    expect(failures).toContain(`without ${missing}`);
    expect(failures).not.toContain(`without the key of ${name}`);
  });

  test("are not left out where the rest is an alternative", async () => {
    const { results, requests } = await verified(reading([], [{ header: [], query: [] }, { header: [] }]), ["header"]);
    expect(failuresOf(results)).toEqual([]);
    expect(requests.map(keysOf).some(({ header, query }) => header === undefined && query === KEY)).toBe(true);
  });
});
