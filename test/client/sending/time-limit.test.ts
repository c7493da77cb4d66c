import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ClientOptions, createClient, type Middleware } from "#generated/client.js";
import { sample } from "#test/sample.js";
import { serve, type TestServer } from "#test/server.js";

/** Collects all garbage at once, as `node --expose-gc` offers it. */
let collect: () => void;
beforeAll(() => {
  setFlagsFromString("--expose-gc");
  collect = runInNewContext("gc");
});

let server: TestServer | undefined;
let isConnected = false;
afterEach(() => server?.close());

/** A client of a server whose bodies never end, and which collects garbage all the time. */
async function clientOfEndless(status: number, options: Partial<ClientOptions> = {}) {
  server = await serve((_, response) => {
    isConnected = true;
    response.writeHead(status, { "content-type": "application/json" });
    const drops = setInterval(() => {
      response.write(" ");
      collect();
    }, 20);
    response.on("close", () => {
      isConnected = false;
      clearInterval(drops);
    });
  });
  return createClient({ baseUrl: server.url, retry: false, ...options });
}

const renewing: Middleware = { onRequest: ({ request }) => new Request(request, { headers: { "x-own": "1" } }) };
const reading: Middleware = { onResponse: async ({ response }) => void (await response.clone().text()) };

describe("a body that never ends is ended after a garbage collection", () => {
  test.each(
    sample<[string, number, Partial<ClientOptions>, Middleware[]]>(
      [
        ["of a success", 200, {}, []],
        ["of an error", 422, {}, []],
        ["with a fetch that makes another request", 200, { fetch: (request) => fetch(new Request(request)) }, []],
        ["with middleware that makes other requests", 200, {}, [renewing, renewing]],
        ["that middleware reads", 200, {}, [renewing, reading]],
      ],
      3,
    ),
  )("%s", async (_, status, options, middleware) => {
    const client = await clientOfEndless(status, options);
    client.use(...middleware);
    const late = await client.listSuppressions({}, { timeout: 400 });
    expect(late).toMatchObject({ failure: { name: "TimeoutFailure" } });
    await expect.poll(() => isConnected).toBe(false);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 400);
    const aborted = await client.listSuppressions({}, { signal: controller.signal, timeout: 0 });
    expect(aborted).toMatchObject({ failure: { name: "AbortFailure" } });
    await expect.poll(() => isConnected).toBe(false);
  });
});

describe("a time limit", () => {
  test("that is not a number is not a value: the client's counts, and without it the default", async () => {
    const client = await clientOfEndless(200, { timeout: 200 });
    expect(await client.listSuppressions({}, { timeout: Number.NaN })).toMatchObject({
      failure: { name: "TimeoutFailure", message: expect.stringContaining("took longer than 200 ms.") },
    });
  });

  test("ends a call whose `fetch` of the user never settles", async () => {
    const client = createClient({ baseUrl: "http://api.test", fetch: () => new Promise(() => {}) });
    const late = await client.listSuppressions({}, { timeout: 50 });
    expect(late).toMatchObject({ failure: { name: "TimeoutFailure" } });
  });

  test("that is over before the call ends it at once", async () => {
    const client = await clientOfEndless(200);
    expect(await client.listSuppressions({}, { timeout: -5 })).toMatchObject({ failure: { name: "TimeoutFailure" } });
  });
});
