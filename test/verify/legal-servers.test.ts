import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "../server.js";
import { failuresOf } from "./failures.js";
import { jsonResponse, pathParameter, REJECTED, type Respond, verifyServer } from "./small-document.js";

/** A server that follows its document, in a way that a careless check would report. */
interface LegalServer {
  title: string;
  paths: JsonObject;
  respond: Respond;
}

/** A card with a secret that is required in requests and absent from responses, or a bank account. */
const METHOD: JsonObject = {
  type: "object",
  required: ["type"],
  oneOf: [
    {
      required: ["last4", "cvc"],
      properties: { type: { const: "card" }, last4: { type: "string" }, cvc: { type: "string", writeOnly: true } },
    },
    { required: ["iban"], properties: { type: { const: "account" }, iban: { type: "string" } } },
  ],
};

const LINES: JsonObject = { name: "lines", in: "query", required: true, schema: { type: "integer" }, example: 7 };

/** A server that redirects requests without a whole number of lines to an address. */
function redirecting(location: string, succeed: (response: ServerResponse) => void): Respond {
  return ({ method, url }, response) => {
    if (method !== "GET") return json(response, 405, {});
    const isValid = /^\/report\?lines=-?\d+$/.test(url);
    return isValid ? succeed(response) : response.writeHead(302, { location }).end();
  };
}

const LEGAL_SERVERS: LegalServer[] = [
  {
    title: "omits a writeOnly property that another part of the schema requires",
    paths: {
      "/account": {
        get: {
          responses: {
            "200": jsonResponse(
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
    respond: (_, response) => json(response, 200, { id: "a1" }),
  },
  {
    title: "omits a required writeOnly property",
    paths: {
      "/users": {
        get: {
          responses: {
            "200": jsonResponse(
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
    respond: (_, response) => json(response, 200, { name: "kim" }),
  },
  {
    title: "omits a writeOnly property that an alternative requires",
    paths: { "/methods": { get: { responses: { "200": jsonResponse(METHOD, { type: "card", last4: "4242" }) } } } },
    respond: (_, response) => json(response, 200, { type: "card", last4: "4242", cvc: "***" }),
  },
  {
    title: "succeeds for every path value, where the document has no 404",
    paths: {
      "/greetings/{name}": {
        get: {
          parameters: [pathParameter("name", { type: "string" }, "Kim")],
          responses: { "200": jsonResponse({ type: "object" }, { hello: "Kim" }) },
        },
      },
    },
    respond: (_, response) => json(response, 200, { hello: "you" }),
  },
  {
    title: "succeeds for every value of a path enum",
    paths: {
      "/reports/{kind}": {
        get: {
          parameters: [pathParameter("kind", { type: "string", enum: ["daily", "weekly"] }, "daily")],
          responses: { "200": jsonResponse({ type: "object" }, { kind: "daily" }), "404": REJECTED },
        },
      },
    },
    respond: ({ url }, response) => json(response, /\/(daily|weekly)$/.test(url) ? 200 : 404, { kind: "daily" }),
  },
  {
    title: "creates the resource of a PUT, with 201",
    paths: {
      "/notes/{name}": {
        put: {
          parameters: [pathParameter("name", { type: "string" }, "first-of-all")],
          responses: { "200": jsonResponse({ type: "object" }, {}), "201": REJECTED, "4XX": REJECTED },
        },
      },
    },
    respond: ({ method, url }, response) =>
      json(response, method !== "PUT" ? 405 : url.endsWith("first-of-all") ? 200 : 201, {}),
  },
  {
    title: "creates the item of a POST, with 201, although the document has a 404",
    paths: {
      "/groups/{name}": {
        post: {
          parameters: [pathParameter("name", { type: "string" }, "first-of-all")],
          responses: { "201": jsonResponse({ type: "object" }, {}), "404": REJECTED },
        },
      },
    },
    respond: ({ method }, response) => json(response, method === "POST" ? 201 : 405, {}),
  },
  {
    title: "ignores header parameters that OpenAPI describes elsewhere (Parameter Object, OpenAPI 3.1, 4.8.12)",
    paths: {
      "/things": {
        get: {
          parameters: ["Accept", "Content-Type", "Authorization"].map((name) => {
            return { name, in: "header", required: true, schema: { type: "string", enum: ["x"] }, example: "x" };
          }),
          responses: { "200": jsonResponse({ type: "object" }, {}), "4XX": REJECTED },
        },
      },
    },
    respond: ({ method }, response) => json(response, method === "GET" ? 200 : 405, {}),
  },
  {
    title: "sends headers of several types",
    paths: {
      "/things": {
        get: {
          responses: {
            "200": jsonResponse(
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
    respond: (_, response) =>
      json(response, 200, {}, { "x-ids": "1, 2", "x-left": "3", "x-level": "2", "x-count": "4", "x-object": "a,1" }),
  },
  {
    title: "sends XML and CSV that the document describes with schemas",
    paths: {
      "/feed": {
        get: {
          responses: {
            "200": {
              description: "Done.",
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
            "200": { description: "Done.", content: { "text/csv": { schema: { type: "array" }, example: "a,b" } } },
          },
        },
      },
    },
    respond: ({ url }, response) =>
      url === "/feed"
        ? response.writeHead(200, { "content-type": "application/xml" }).end("<feed><title>a</title></feed>")
        : response.writeHead(200, { "content-type": "text/csv" }).end("a,b\n1,2\n"),
  },
  {
    title: "converts sent fields, as the example of the document does",
    paths: {
      "/conversions": {
        post: {
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: { type: "object" }, example: { amount: 100, currency: "USD" } },
            },
          },
          responses: { "200": jsonResponse({ type: "object" }, { amount: 92, currency: "EUR" }), "4XX": REJECTED },
        },
      },
    },
    respond: ({ method, headers, body }, response) => {
      const isValid = headers["content-type"] === "application/json" && /^\{.*\}$/s.test(body);
      json(response, method !== "POST" ? 405 : isValid ? 200 : 400, { amount: 93, currency: "EUR" });
    },
  },
  {
    title: "redirects, where the document has only the redirect and errors",
    paths: { "/old": { get: { responses: { "302": { description: "It moved." }, default: REJECTED } } } },
    respond: ({ method }, response) =>
      response.writeHead(method === "GET" ? 302 : 405, { location: "http://127.0.0.1/new" }).end(),
  },
  {
    title: "redirects an invalid request to a page that explains it",
    paths: { "/report": { get: { parameters: [LINES], responses: { "200": jsonResponse({}, {}) } } } },
    respond: redirecting("/help?topic=lines", (response) => json(response, 200, {})),
  },
  {
    title: "redirects an invalid request with an error, as OAuth 2 does",
    paths: { "/report": { get: { parameters: [LINES], responses: { "302": REJECTED, "405": REJECTED } } } },
    respond: redirecting("/app?state=a&error=invalid_request", (response) =>
      response.writeHead(302, { location: "/app?code=b" }).end(),
    ),
  },
  {
    title: "redirects an invalid request with an error in the fragment",
    paths: { "/report": { get: { parameters: [LINES], responses: { "303": REJECTED, "405": REJECTED } } } },
    respond: redirecting("/app#error=invalid_request", (response) =>
      response.writeHead(303, { location: "/app#code=b" }).end(),
    ),
  },
];

test.each(LEGAL_SERVERS)("a server has no failures if it $title", async ({ paths, respond }) => {
  const { results } = await verifyServer(paths, respond);
  expect(failuresOf(results)).toEqual([]);
  expect(results.filter(({ outcome }) => outcome.verdict === "passed").length).toBeGreaterThan(0);
});

test("a pattern that is invalid with the flag u is checked as ECMA-262 defines it without that flag", async () => {
  const paths: JsonObject = {
    "/files": {
      get: {
        parameters: [
          { name: "name", in: "query", schema: { type: "string", pattern: "^[\\w-.]+$" }, example: "a-b.c" },
        ],
        responses: { "200": jsonResponse({ type: "object" }, {}), "4XX": REJECTED },
      },
    },
  };
  const legal = await verifyServer(paths, ({ method, url }, response) => {
    const name = new URL(url, "http://x").searchParams.get("name") ?? "a";
    json(response, method !== "GET" ? 405 : /^[\w.-]+$/.test(name) ? 200 : 400, {});
  });
  expect(failuresOf(legal.results)).toEqual([]);
  const careless = await verifyServer(paths, (_, response) => json(response, 200, {}));
  expect(failuresOf(careless.results)).toContainEqual(
    expect.stringMatching(/^GET \/files › rejects name against its pattern: 200, but the request must get a 4xx/),
  );
});

test.each([
  ["in an alternative", METHOD, { type: "card", last4: "4242", cvc: "737" }, "/cvc"],
  [
    "in an item of a list",
    { type: "array", items: { properties: { password: { type: "string", writeOnly: true } } } },
    [{ password: "secret" }],
    "/0/password",
  ],
])("a server that sends a writeOnly property fails: %s", async (_, schema, body, at) => {
  const paths: JsonObject = { "/methods": { get: { responses: { "200": jsonResponse(schema, {}) } } } };
  const { results } = await verifyServer(paths, (_request, response) => json(response, 200, body));
  expect(failuresOf(results).join()).toContain(`the body at ${at} must be absent, because it is writeOnly`);
});

test.each([
  ["as valid ones", { "302": REJECTED }],
  ["as other ones, beside a success", { "200": jsonResponse({}, {}), "302": REJECTED }],
])(
  "a server that redirects invalid requests like the document's redirection accepts them: %s",
  async (_, responses) => {
    const paths: JsonObject = {
      "/report": { get: { parameters: [LINES], responses: { ...responses, "405": REJECTED } } },
    };
    const { results } = await verifyServer(paths, ({ method }, response) =>
      method === "GET" ? response.writeHead(302, { location: "/file.pdf" }).end() : json(response, 405, {}),
    );
    expect(failuresOf(results)).toContainEqual(
      expect.stringMatching(/rejects a request without lines: 302, but .* 4xx/),
    );
  },
);
