import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createClient } from "#generated/client.js";
import { replaceGlobals } from "../replaced-globals.js";
import { json, serve, type TestServer } from "../server.js";

let server: TestServer;
let restore = () => {};
beforeAll(async () => {
  server = await serve((_, response) => json(response, 200, { object: "list", has_more: false, data: [] }));
});
afterEach(() => restore());
afterAll(() => server.close());

// The page of jsdom, whose requests are those of Node.
test.each([
  ["/api", "/api/suppressions?limit=1"],
  ["/", "/suppressions?limit=1"],
  ["api/", "/app/api/suppressions?limit=1"],
])("in a page, the relative base URL %s leads to %s", async (baseUrl, url) => {
  restore = replaceGlobals({ document: { baseURI: `${server.url}/app/index.html` } });
  const result = await createClient({ baseUrl, apiKey: "k" }).listSuppressions({ query: { limit: 1 } });
  expect([result.ok, server.seen.at(-1)?.url]).toEqual([true, url]);
});

test("in a page, an absolute base URL stays as it is", async () => {
  restore = replaceGlobals({ document: { baseURI: "http://127.0.0.1:9/app/" } });
  expect(await createClient({ baseUrl: server.url, apiKey: "k" }).listSuppressions()).toMatchObject({ ok: true });
});

test.each([undefined, { baseURI: "about:blank" }])(
  "without the address of a page (%j), a relative base URL is an InvalidRequest that says that it has to be absolute",
  async (document) => {
    restore = replaceGlobals({ document });
    const { failure } = await createClient({ baseUrl: "/api", apiKey: "k" }).listSuppressions();
    expect(failure?.name).toBe("InvalidRequest");
    expect(failure?.message).toBe(
      "GET /api/suppressions: could not be built. Check input, headers, key, and for an absolute `baseUrl`.",
    );
  },
);
