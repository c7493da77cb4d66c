import type { IHttpRequest, IHttpResponse } from "@stoplight/prism-http";
import { expect, test } from "vitest";
import { markRepeatable, RememberedResponses } from "#mock/prism/remembered-responses.js";
import type { Json, JsonObject, OpenApiDocument } from "#openapi/document/document.js";

await import("#mock/prism/install-stand-ins.js");
const { createPrism } = await import("#mock/prism/prism.js");

const json = (example: Json): JsonObject => ({
  "200": {
    description: "OK",
    content: { "application/json": { example }, "text/plain": { example: "text" } },
  },
});
const THING = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const CONTRACT: OpenApiDocument = {
  openapi: "3.1.1",
  info: { title: "Things", version: "1" },
  components: {
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      cookie: { type: "apiKey", in: "cookie", name: "session" },
      bearer: { type: "http", scheme: "bearer" },
    },
  },
  security: [{ key: [] }, { cookie: [] }, { bearer: [] }],
  paths: {
    "/things": {
      get: {
        parameters: [
          { in: "query", name: "limit", schema: { type: "integer", minimum: 1 } },
          { in: "header", name: "X-Level", schema: { type: "integer" } },
        ],
        responses: { ...json([{ id: "a" }, { id: "b" }, { id: "c" }]), "404": { description: "None" } },
      },
      post: {
        requestBody: { content: { "application/json": { schema: THING } } },
        responses: json({ id: "a" }),
      },
    },
    "/things/{id}": {
      parameters: [{ in: "path", name: "id", required: true, schema: { type: "string" } }],
      get: {
        responses: {
          "200": { description: "OK", content: { "application/json": { schema: THING, example: { id: "a" } } } },
        },
      },
    },
  },
};

const KEY = { "x-key": "a" };
const request = (
  part: Partial<IHttpRequest> & { path?: string; query?: Record<string, string> } = {},
): IHttpRequest => {
  const { path = "/things", query = {}, ...more } = part;
  return { method: "get", url: { path, query }, headers: KEY, body: undefined, ...more };
};

/** Requests to each of which another response is right, or that differ in one part. */
const REQUESTS: IHttpRequest[] = [
  request(),
  request({ headers: {} }),
  request({ headers: { cookie: "session=a" } }),
  request({ headers: { cookie: "other=a" } }),
  request({ headers: { authorization: "Bearer a" } }),
  request({ headers: { authorization: "Basic a" } }),
  request({ headers: { ...KEY, accept: "text/plain" } }),
  request({ headers: { ...KEY, accept: "image/png" } }),
  request({ headers: { ...KEY, "x-level": "1" } }),
  request({ headers: { ...KEY, "x-level": "one" } }),
  request({ headers: { ...KEY, prefer: "code=404" } }),
  request({ headers: { ...KEY, prefer: "code=abc" } }),
  request({ query: { limit: "2" } }),
  request({ query: { limit: "0" } }),
  request({ query: { __code: "404" } }),
  request({ path: "/things/a" }),
  request({ path: "/things/b" }),
  request({ path: "/nothing" }),
  request({ method: "put" }),
  request({ method: "post", headers: { ...KEY, "content-type": "application/json" }, body: '{"id":"a"}' }),
  request({ method: "post", headers: { ...KEY, "content-type": "application/json" }, body: '{"id":1}' }),
  request({ method: "post", headers: { ...KEY, "content-type": "text/plain" }, body: '{"id":"a"}' }),
];

/** The response to a request, or the error in its place. */
const responseOf = (prism: ReturnType<typeof createPrism>, sent: IHttpRequest) =>
  prism.respond(sent).catch((error: unknown) => ({ error, detail: String(error) }));

test("a mock that has responded to other requests responds to each as one that has not", async () => {
  const prism = createPrism(CONTRACT);
  const fresh = await Promise.all(REQUESTS.map((sent) => responseOf(createPrism(CONTRACT), sent)));
  for (const requests of [REQUESTS, REQUESTS.toReversed()]) {
    for (const sent of requests) expect(await responseOf(prism, sent)).toEqual(fresh[REQUESTS.indexOf(sent)]);
  }
});

test("a third equal request gets the response of the second, and one that differs in an ignored header too", async () => {
  const prism = createPrism(CONTRACT);
  await prism.respond(request());
  const second = await prism.respond(request());
  expect(await prism.respond(request())).toBe(second);
  expect(await prism.respond(request({ headers: { ...KEY, "user-agent": "a" } }))).toBe(second);
});

test("generated values are made for each request", async () => {
  const prism = createPrism(CONTRACT);
  const dynamic = request({ path: "/things/a", headers: { ...KEY, prefer: "dynamic=true" } });
  expect(await prism.respond(dynamic)).not.toBe(await prism.respond(dynamic));
});

const make = (response: IHttpResponse) => async () => response;

test("only responses that are marked as repeatable are remembered, and those of long requests are not", async () => {
  const remembered = new RememberedResponses(CONTRACT, []);
  const [one, other] = [{ statusCode: 200 }, markRepeatable({ statusCode: 201 })];
  for (const response of [one, one, other, other]) {
    expect(await remembered.of(request(), make(response))).toBe(response);
  }
  expect(await remembered.of(request(), make(one))).toBe(other);
  const long = request({ body: "x".repeat(20_000) });
  for (const response of [other, other, one]) expect(await remembered.of(long, make(response))).toBe(response);
});

test("a response is remembered while 500 others are, and forgotten after 1,000 others", async () => {
  const remembered = new RememberedResponses(CONTRACT, []);
  const sendTwice = async (path: string) => {
    const responses = [200, 201].map((statusCode) => markRepeatable({ statusCode }));
    for (const response of responses) await remembered.of(request({ path }), make(response));
    return responses;
  };
  const [, kept] = await sendTwice("/kept");
  const another = { statusCode: 202 };
  const again = () => remembered.of(request({ path: "/kept" }), make(another));
  for (let other = 0; other < 450; other += 1) await sendTwice(`/others/${other}`);
  expect(await again()).toBe(kept);
  for (let other = 450; other < 1700; other += 1) await sendTwice(`/others/${other}`);
  expect(await again()).toBe(another);
});

test("requests that come once are not kept", async () => {
  const remembered = new RememberedResponses(CONTRACT, []);
  const response = markRepeatable({ statusCode: 200 });
  const other = markRepeatable({ statusCode: 201 });
  expect(await remembered.of(request(), make(response))).toBe(response);
  expect(await remembered.of(request(), make(other))).toBe(other);
});
