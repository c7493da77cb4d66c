import { afterEach, expect, expectTypeOf, test } from "vitest";
import { connect } from "#client/connect.js";
import { type ResultOf, unwrap } from "#client/result.js";
import { type SingleCall, singleCall } from "#client/single-operation.js";
import { json, serve, type TestServer } from "../server.js";

interface Listing {
  responses: {
    200: {
      headers: { "X-Total": number; "X-Next"?: string; Kind?: "full" | "part"; Tags?: string[] };
      content: { "application/json": { id: string }[] };
    };
    404: { content?: never };
  };
}

/** An operation that documents a redirect, and no success. */
interface Download {
  responses: { 302: { headers: { Location: string }; content?: never }; 404: { content?: never } };
}

let server: TestServer;
afterEach(() => server.close());

const loadValidation = () => Promise.reject(new Error("not used"));

test("a documented header has the name and the type of the contract, and null only if it may be absent", async () => {
  server = await serve((_, response) => json(response, 200, [{ id: "a" }], { "x-total": "7" }));
  const list = singleCall<SingleCall<Listing>>({ method: "GET", path: "/a", responses: { 200: ["application/json"] } });
  const result = await list(connect({ baseUrl: server.url }, {}, loadValidation));
  if (!result.ok) throw result.failure;
  expect(result.response.headers.get("X-Total")).toBe("7");
  expectTypeOf(result.response.headers.get("X-Total")).toEqualTypeOf<`${number}`>();
  expectTypeOf(result.response.headers.get("x-total")).toEqualTypeOf<`${number}`>();
  expectTypeOf(result.response.headers.get("X-Next")).toEqualTypeOf<string | null>();
  expectTypeOf(result.response.headers.get("Kind")).toEqualTypeOf<"full" | "part" | null>();
  expectTypeOf(result.response.headers.get("Tags")).toEqualTypeOf<string | null>();
  expectTypeOf(result.response.headers.get("Date")).toEqualTypeOf<string | null>();
  expectTypeOf(result.response).toExtend<Response>();
  type NotFound = Extract<ResultOf<Listing>, { status: 404 }>;
  expectTypeOf<NotFound["response"]>().toEqualTypeOf<Response>();
});

test("a documented redirect is the success of an operation that documents no other, with its address", async () => {
  server = await serve((_, response) => response.writeHead(302, { location: "/file" }).end());
  const download = singleCall<SingleCall<Download>>({
    method: "GET",
    path: "/a",
    responses: { 302: [], 404: [] },
    redirects: true,
  });
  const result = await download(connect({ baseUrl: server.url }, {}, loadValidation));
  if (!result.ok) throw new Error("It has to be a success.");
  expectTypeOf(result.status).toEqualTypeOf<302>();
  expectTypeOf(unwrap(result)).toEqualTypeOf<undefined>();
  const address: string = result.response.headers.get("Location");
  expect([address, server.seen.length]).toEqual(["/file", 1]);
});

test("a documented redirect beside a success is not a success: data has one type", async () => {
  server = await serve((_, response) => response.writeHead(304).end());
  const read = singleCall<SingleCall<Listing>>({ method: "GET", path: "/a", responses: { 200: [], 304: [] } });
  expect(await read(connect({ baseUrl: server.url }, {}, loadValidation))).toMatchObject({ ok: false, status: 304 });
});
