import { expect, test } from "vitest";
import { connect } from "#client/connect.js";
import type { OperationDescriptor } from "#client/operation.js";
import type { CallOptions, ClientOptions } from "#client/options.js";
import { ownServer } from "#generate/client/own-server.js";
import type { Json } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { extras } from "../all-extras.js";

const UPLOAD: OperationDescriptor = { method: "POST", path: "/a", responses: { "204": [] }, body: "text/plain" };
const READ: OperationDescriptor = { method: "GET", path: "/a", responses: { "204": [], "302": [] } };

/** The request of a call, and which `fetch` sent it. */
async function sent(client: Partial<ClientOptions>, call: CallOptions, operation = READ, body?: unknown) {
  const seen: { request: Request; by: string }[] = [];
  const fetchBy = (by: string) => async (request: Request) => {
    seen.push({ request, by });
    return new Response(null, { status: 204 });
  };
  const own: CallOptions = call.fetch ? { ...call, fetch: fetchBy("call") } : call;
  const options = { baseUrl: "http://api.test/v1", fetch: fetchBy("client"), ...client };
  await connect(options, {}, () => Promise.reject(new Error("unused"))).send(operation, { body }, own);
  return seen[0] ?? expect.fail("nothing was sent");
}

test("options of fetch are those of the client, and those of a call count more", async () => {
  const client: Partial<ClientOptions> = { credentials: "include", cache: "no-store", keepalive: true };
  const { request } = await sent(client, { cache: "reload", next: { revalidate: 60, tags: ["a"] } });
  expect(request).toMatchObject({ credentials: "include", cache: "reload", keepalive: true });
  expect(request).toMatchObject({ next: { revalidate: 60, tags: ["a"] }, redirect: "manual" });
  expect((await sent({ redirect: "follow" }, {})).request.redirect).toBe("follow");
  expect((await sent({ redirect: "follow" }, { redirect: "same-origin" })).request.redirect).toBe("manual");
});

test("a call may have a fetch of its own", async () => {
  expect((await sent({}, {})).by).toBe("client");
  expect((await sent({}, { fetch })).by).toBe("call");
});

test("a body that is a stream is sent as one", async () => {
  const stream = new Blob(["a,b"]).stream();
  const { request } = await sent({}, {}, { ...UPLOAD, extras }, stream);
  expect([await request.text(), request.headers.get("content-type")]).toEqual(["a,b", "text/plain"]);
});

test.each<[base: string, servers: Json, item: Json, want: string]>([
  ["https://api.test/v1", [{ url: "https://up.test" }], null, "https://up.test/a"],
  ["https://api.test/v1/", null, [{ url: "https://up.test/v2/" }], "https://up.test/v2/a"],
  [
    "https://api.test/v1",
    [{ url: "https://{at}.test", variables: { at: { default: "eu" } } }],
    null,
    "https://eu.test/a",
  ],
  ["http://127.0.0.1:4010", [{ url: "https://up.test" }], null, "http://127.0.0.1:4010/a"],
  ["https://staging.test", [{ url: "https://up.test" }], null, "https://staging.test/a"],
  ["https://api.test/v1", null, null, "https://api.test/v1/a"],
])(
  "with the base URL %s, an operation with the servers %j, and of its path %j, is sent to %s",
  async (baseUrl, servers, item, want) => {
    const get = { responses: { "204": { description: "" } }, ...(servers && { servers }) };
    const path = { get, ...(item && { servers: item }) };
    const root = { openapi: "3.1.0", info: { title: "T", version: "1" }, servers: [{ url: "https://api.test/v1" }] };
    const document = { ...root, paths: { "/a": path } };
    const [operation] = operationsOf(document);
    const { request } = await sent(
      { baseUrl },
      {},
      {
        ...{ ...READ, extras },
        ...ownServer(operation ?? expect.fail()),
      },
    );
    expect(request.url).toBe(want);
  },
);

test("a documented redirect is a result, and is not followed", async () => {
  const addresses: string[] = [];
  const fetch = async ({ url }: Request) => {
    addresses.push(url);
    return new Response(null, { status: 302, headers: { location: "/b" } });
  };
  const { send } = connect({ baseUrl: "http://api.test", fetch }, {}, () => Promise.reject(new Error("unused")));
  expect(await send(READ)).toMatchObject({ ok: false, status: 302, failure: null });
  expect(addresses).toEqual(["http://api.test/a"]);
});
