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

test("an equal request gets the remembered response, and one that differs in an ignored header too", async () => {
  const prism = createPrism(CONTRACT);
  const first = await prism.respond(request());
  expect(await prism.respond(request())).toBe(first);
  expect(await prism.respond(request({ headers: { ...KEY, "user-agent": "a" } }))).toBe(first);
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
  expect(await remembered.of(request(), make(one))).toBe(one);
  expect(await remembered.of(request(), make(other))).toBe(other);
  expect(await remembered.of(request(), make(one))).toBe(other);
  const long = request({ body: "x".repeat(20_000) });
  expect(await remembered.of(long, make(other))).toBe(other);
  expect(await remembered.of(long, make(one))).toBe(one);
});

test("of more than a thousand responses, the one that was requested least recently is forgotten", async () => {
  const remembered = new RememberedResponses(CONTRACT, []);
  const to = (path: string) => request({ path });
  const responses = Array.from({ length: 1000 }, (_, index) => markRepeatable({ statusCode: index }));
  for (const [index, response] of responses.entries()) await remembered.of(to(`/${index}`), make(response));
  await remembered.of(to("/0"), make({ statusCode: 0 }));
  const last = markRepeatable({ statusCode: 1000 });
  await remembered.of(to("/1000"), make(last));
  const another = { statusCode: 1001 };
  expect(await remembered.of(to("/0"), make(another))).toBe(responses[0]);
  expect(await remembered.of(to("/1"), make(another))).toBe(another);
});
