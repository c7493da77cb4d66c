import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { Environment } from "../../src/contract/environment.js";
import { plan } from "../../src/contract/plan.js";
import { runAll } from "../../src/contract/run-all.js";
import type { CaseReport } from "../../src/contract/verification.js";
import type { JsonObject } from "../../src/openapi/document.js";
import { json, type Seen, serve, type TestServer } from "../server.js";
import { accusations } from "./accusations.js";
import { testTarget } from "./target.js";

let server: TestServer;
afterEach(() => server.close());

type Answer = (seen: Seen, response: ServerResponse) => void;

/** Verifies a server against a document of some paths. */
async function reportsOf(paths: JsonObject, answer: Answer, hasExamples = true): Promise<CaseReport[]> {
  server = await serve(answer);
  const document = { openapi: "3.1.0", info: { title: "Other", version: "1.0.0" }, paths };
  const environment = new Environment(document, testTarget(server.url, { hasExamples, keys: {} }));
  return runAll(environment, plan(environment), 2);
}

/** A response with an example, which completes one of the operation. */
const answers = (schema: JsonObject | boolean, example: unknown, more: JsonObject = {}): JsonObject =>
  JSON.parse(JSON.stringify({ description: "done", content: { "application/json": { schema, example } }, ...more }));
const pathParameter = (name: string, schema: JsonObject, example: string): JsonObject => {
  return { name, in: "path", required: true, schema, example };
};
const REFUSED: JsonObject = { description: "refused" };

describe("nobody is accused who", () => {
  const rows: [title: string, paths: JsonObject, answer: Answer][] = [
    [
      "shows no password, which another part of the schema requires",
      {
        "/account": {
          get: {
            responses: {
              "200": answers(
                {
                  allOf: [
                    { type: "object", properties: { password: { type: "string", writeOnly: true } } },
                    { required: ["id", "password"], properties: { id: { type: "string" } } },
                  ],
                },
                { id: "a1" },
              ),
            },
          },
        },
      },
      (_, response) => json(response, 200, { id: "a1" }),
    ],
    [
      "greets whoever is named, where the document has no 404",
      {
        "/greetings/{name}": {
          get: {
            parameters: [pathParameter("name", { type: "string" }, "Kim")],
            responses: { "200": answers({ type: "object" }, { hello: "Kim" }) },
          },
        },
      },
      (_, response) => json(response, 200, { hello: "you" }),
    ],
    [
      "has a report of each kind that the document lists",
      {
        "/reports/{kind}": {
          get: {
            parameters: [pathParameter("kind", { type: "string", enum: ["daily", "weekly"] }, "daily")],
            responses: { "200": answers({ type: "object" }, { kind: "daily" }), "404": REFUSED },
          },
        },
      },
      ({ url }, response) => json(response, /\/(daily|weekly)$/.test(url) ? 200 : 404, { kind: "daily" }),
    ],
    [
      "makes what is put, and says 201",
      {
        "/notes/{name}": {
          put: {
            parameters: [pathParameter("name", { type: "string" }, "first-of-all")],
            responses: { "200": answers({ type: "object" }, {}), "201": REFUSED, "4XX": REFUSED },
          },
        },
      },
      ({ method, url }, response) =>
        method === "PUT" ? json(response, url.endsWith("first-of-all") ? 200 : 201, {}) : json(response, 405, {}),
    ],
    [
      "reads no headers that the standard says elsewhere",
      {
        "/things": {
          get: {
            parameters: ["Accept", "Content-Type", "Authorization"].map((name) => {
              return { name, in: "header", required: true, schema: { type: "string", enum: ["x"] }, example: "x" };
            }),
            responses: { "200": answers({ type: "object" }, {}), "4XX": REFUSED },
          },
        },
      },
      ({ method }, response) => json(response, method === "GET" ? 200 : 405, {}),
    ],
    [
      "sends headers of several types",
      {
        "/things": {
          get: {
            responses: {
              "200": answers(
                { type: "object" },
                {},
                {
                  headers: {
                    "x-ids": { schema: { type: "array", items: { type: "integer" } } },
                    "x-left": { schema: { type: ["integer", "null"] } },
                    "x-level": { schema: { enum: [1, 2] } },
                    "x-count": { schema: { allOf: [{ type: "integer" }] } },
                    "x-object": { schema: { type: "object", properties: { a: { type: "integer" } } } },
                  },
                },
              ),
            },
          },
        },
      },
      (_, response) =>
        json(response, 200, {}, { "x-ids": "1, 2", "x-left": "3", "x-level": "2", "x-count": "4", "x-object": "a,1" }),
    ],
    [
      "sends XML and CSV, of which schemas say what they hold",
      {
        "/feed": {
          get: {
            responses: {
              "200": {
                description: "done",
                content: {
                  "application/xml": {
                    schema: { type: "object", properties: { title: { type: "string" } } },
                    example: "<feed/>",
                  },
                },
              },
            },
          },
        },
        "/rows": {
          get: {
            responses: {
              "200": { description: "done", content: { "text/csv": { schema: { type: "array" }, example: "a,b" } } },
            },
          },
        },
      },
      ({ url }, response) =>
        url === "/feed"
          ? response.writeHead(200, { "content-type": "application/xml" }).end("<feed><title>a</title></feed>")
          : response.writeHead(200, { "content-type": "text/csv" }).end("a,b\n1,2\n"),
    ],
    [
      "keeps a password to itself that is written and not read",
      {
        "/users": {
          get: {
            responses: {
              "200": answers(
                {
                  type: "object",
                  required: ["name", "password"],
                  properties: { name: { type: "string" }, password: { type: "string", writeOnly: true } },
                },
                { name: "kim" },
              ),
            },
          },
        },
      },
      (_, response) => json(response, 200, { name: "kim" }),
    ],
    [
      "answers with what the document's example makes of what was sent",
      {
        "/conversions": {
          post: {
            requestBody: {
              required: true,
              content: {
                "application/json": { schema: { type: "object" }, example: { amount: 100, currency: "USD" } },
              },
            },
            responses: { "200": answers({ type: "object" }, { amount: 92, currency: "EUR" }), "4XX": REFUSED },
          },
        },
      },
      ({ method, headers, body }, response) => {
        const isTaken = headers["content-type"] === "application/json" && /^\{.*\}$/s.test(body);
        json(response, method !== "POST" ? 405 : isTaken ? 200 : 400, { amount: 93, currency: "EUR" });
      },
    ],
    [
      "leads elsewhere, where the document has nothing but that and its errors",
      { "/old": { get: { responses: { "302": { description: "elsewhere" }, default: REFUSED } } } },
      ({ method }, response) =>
        response.writeHead(method === "GET" ? 302 : 405, { location: "http://127.0.0.1/new" }).end(),
    ],
  ];

  test.each(rows)("%s", async (_, paths, answer) => {
    const reports = await reportsOf(paths, answer);
    expect(accusations(reports)).toEqual([]);
    expect(reports.filter(({ outcome }) => outcome.verdict === "holds").length).toBeGreaterThan(0);
  });
});

describe("what was sent", () => {
  test("is still to come back where no example shows that it changes", async () => {
    const paths: JsonObject = {
      "/names": {
        post: {
          requestBody: {
            content: { "application/json": { schema: { type: "object" }, example: { name: "a", rank: 1 } } },
          },
          responses: { "200": answers({ type: "object" }, { name: "a", rank: 2 }) },
        },
      },
    };
    const reports = await reportsOf(paths, (_, response) => json(response, 200, { name: "b", rank: 3 }));
    expect(accusations(reports).filter((each) => each.includes("example"))).toEqual([
      'POST /names › example: the body at /name is not what was sent, received "b"',
    ]);
  });
});

describe("headers", () => {
  test("that fit in no reading of them are found", async () => {
    const headers = {
      "x-ids": { schema: { type: "array", items: { type: "integer" } } },
      "x-left": { schema: { type: ["integer", "null"] } },
    };
    const paths = { "/things": { get: { responses: { "200": answers({ type: "object" }, {}, { headers }) } } } };
    const reports = await reportsOf(paths, (_, response) =>
      json(response, 200, {}, { "x-ids": "1, b", "x-left": "few" }),
    );
    expect(accusations(reports).join()).toMatch(
      /header x-ids at \/1 must be integer.*header x-left must be integer,null/s,
    );
  });
});

describe("what somebody has", () => {
  const articles = (schema: JsonObject, example: string): JsonObject => ({
    "/articles/{id}": {
      get: {
        parameters: [pathParameter("id", schema, example)],
        responses: { "200": answers({ type: "object" }, {}), "404": REFUSED },
      },
      delete: {
        parameters: [pathParameter("id", schema, example)],
        responses: { "204": { description: "gone" }, "404": REFUSED },
      },
    },
  });
  /** A server that has whatever has an id of up to six characters. */
  const library: Answer = ({ method, url }, response) => {
    const found = url.split("/").at(-1)?.length ?? 0;
    if (method === "DELETE") response.writeHead(found <= 6 ? 204 : 404).end();
    else json(response, found <= 6 ? 200 : 404, {});
  };
  const deleted = () =>
    server.seen.filter(({ method, url }) => method === "DELETE" && url.length <= "/articles/".length + 6);

  test.each([
    ["a number as text", { type: "string" }, "1"],
    ["a short name", { type: "string" }, "art-7"],
    ["a short pattern", { type: "string", pattern: "^[0-9]{1,4}$" }, "42"],
  ])("is not deleted by a made-up value in the form of %s", async (_, schema, example) => {
    const reports = await reportsOf(articles(schema, example), library, false);
    expect(deleted()).toEqual([]);
    expect(accusations(reports).filter((each) => each.startsWith("DELETE"))).toEqual([]);
  });

  test("is told as not verified where no made-up value is sure to name nothing", async () => {
    const reports = await reportsOf(articles({ type: "string", maxLength: 4 }, "a-1"), library, false);
    const unknown = reports.find(({ name }) => name.startsWith("DELETE") && name.includes("unknown"));
    expect(unknown?.outcome).toMatchObject({ verdict: "not verified", reason: expect.stringContaining("so short") });
  });
});

describe("an operation without an example", () => {
  test("is told as not verified, and not left out", async () => {
    const paths: JsonObject = {
      "/pets/{pet}": {
        get: {
          parameters: [{ name: "pet", in: "path", required: true, schema: { type: "string" } }],
          responses: { "200": { description: "a pet" }, "404": REFUSED },
        },
      },
    };
    const reports = await reportsOf(paths, ({ method }, response) => json(response, method === "GET" ? 404 : 405, {}));
    expect(reports.find(({ name }) => name === "GET /pets/{pet} › example")?.outcome).toMatchObject({
      verdict: "not verified",
      reason: expect.stringContaining("no complete example"),
    });
  });
});

describe("a request that cannot be written", () => {
  test("leaves its case not verified, and the others are run", async () => {
    const paths: JsonObject = {
      "/named": {
        get: {
          parameters: [{ name: "X-Name", in: "header", required: true, schema: { type: "string" }, example: "取得" }],
          responses: { "200": answers({ type: "object" }, {}) },
        },
      },
      "/others": { get: { responses: { "200": answers({ type: "object" }, {}) } } },
    };
    const reports = await reportsOf(paths, (_, response) => json(response, 200, {}));
    const outcomeOf = (name: string) => reports.find((each) => each.name === name)?.outcome;
    expect(outcomeOf("GET /named › example")).toMatchObject({
      verdict: "not verified",
      reason: expect.stringContaining("the request cannot be written"),
    });
    expect(outcomeOf("GET /others › example")?.verdict).toBe("holds");
  });

  test("does not end a run either where a pattern is one of ECMA-262 without the flag u", async () => {
    const paths: JsonObject = {
      "/files": {
        get: {
          parameters: [
            { name: "name", in: "query", schema: { type: "string", pattern: "^[\\w-.]+$" }, example: "a-b.c" },
          ],
          responses: { "200": answers({ type: "object" }, {}), "4XX": REFUSED },
        },
      },
    };
    const honest: Answer = ({ method, url }, response) => {
      const name = new URL(url, "http://x").searchParams.get("name") ?? "a";
      json(response, method !== "GET" ? 405 : /^[\w.-]+$/.test(name) ? 200 : 400, {});
    };
    expect(accusations(await reportsOf(paths, honest))).toEqual([]);
    await server.close();
    const reports = await reportsOf(paths, (_, response) => json(response, 200, {}));
    expect(accusations(reports).join()).toContain("it was not refused");
  });
});
