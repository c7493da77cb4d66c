import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import { afterEach, describe, expect, expectTypeOf, test } from "vitest";
import {
  type CallFailure,
  type ClientOptions,
  createClient,
  type TeamManagementApi,
  unwrap,
} from "#generated/client.js";
import type { OauthGrant, Suppression } from "#generated/schema.js";
import { json, type ReceivedRequest, serve, type TestServer, unusedUrl } from "../server.js";

let server: TestServer | undefined;
afterEach(() => server?.close());

/** A client of a server that responds to every request in the same way. */
async function clientOf(
  respond: (seen: ReceivedRequest, response: ServerResponse) => void,
  options: Partial<ClientOptions> = {},
): Promise<TeamManagementApi> {
  server = await serve(respond);
  return createClient({ baseUrl: server.url, apiKey: "key-1", ...options });
}

const GRANT = {
  object: "oauth_grant",
  id: "2f6d0c4b-9a1e-4d73-b8e5-61c07f3a92d4",
  revoked_at: "2026-11-06T14:02:37.481Z",
  revoked_reason: "revoked_from_api",
};
const input = { path: { oauth_grant_id: GRANT.id } };

describe("a result", () => {
  test.each([200, 201, 202])("is a success for any status of the range: %i", async (status) => {
    const client = await clientOf((_, response) => json(response, status, GRANT));
    const result = await client.revokeOauthGrant(input);
    expect(result).toMatchObject({ ok: true, status, data: GRANT });
  });

  test("narrows by ok and status, ranges included", async () => {
    const client = await clientOf((_, response) => json(response, 200, GRANT));
    const result = await client.revokeOauthGrant(input);
    if (result.ok) {
      expectTypeOf(result.data.revoked_reason).toEqualTypeOf<"revoked_from_api">();
      expectTypeOf(result.data).toExtend<OauthGrant>();
      expectTypeOf<200>().toExtend<typeof result.status>();
      expectTypeOf<404>().not.toExtend<typeof result.status>();
    } else if (result.status === 404) {
      expectTypeOf(result.error).toBeUndefined();
      expectTypeOf(result.body).toBeUnknown();
      expectTypeOf(result.failure).toBeNull();
    } else if (result.status === null) {
      expectTypeOf(result.failure).toEqualTypeOf<CallFailure>();
    } else {
      expectTypeOf<422>().toExtend<typeof result.status>();
      expectTypeOf<404>().not.toExtend<typeof result.status>();
    }
  });

  test("has null as the source of a manual suppression, and admits unknown statuses", () => {
    expectTypeOf<Extract<Suppression, { origin: "manual" }>["source_id"]>().toBeNull();
    type Import = Extract<Awaited<ReturnType<TeamManagementApi["retrieveContactImport"]>>, { ok: true }>["data"];
    expectTypeOf<"completed" | (string & {})>().toEqualTypeOf<Import["status"]>();
    expectTypeOf<Import["completed_at"]>().toBeUnknown();
  });

  test.each([
    ["without a body", 404, {}, "", undefined],
    ["with an empty JSON body", 401, { "content-type": "application/json" }, "", undefined],
    ["with JSON", 422, { "content-type": "application/problem+json" }, '{"title":"no"}', { title: "no" }],
    ["with HTML", 403, { "content-type": "text/html" }, "<h1>No</h1>", "<h1>No</h1>"],
  ])("is an error, never a success, for an error %s", async (_, status, headers, body, error) => {
    const client = await clientOf((_seen, response) => response.writeHead(status, headers).end(body));
    const result = await client.revokeOauthGrant(input);
    expect(result).toMatchObject({ ok: false, status, failure: null });
    expect(result).toHaveProperty("body", error);
    expect(() => unwrap(result)).toThrow(`the response has status ${status}`);
  });
});

describe("a failure", () => {
  test.each<[string, string, (response: ServerResponse) => void, RegExp]>([
    [
      "UnreadableResponse",
      "a success that is HTML",
      (r) => r.writeHead(200, { "content-type": "text/html" }).end("<p>"),
      /the response with status 200 is text\/html, not application\/json/,
    ],
    [
      "UnreadableResponse",
      "a success that is invalid JSON",
      (r) => r.writeHead(200, { "content-type": "application/json" }).end("{"),
      /the response with status 200 is not JSON/,
    ],
    [
      "UnreadableResponse",
      "a success without a body",
      (r) => r.writeHead(200, { "content-type": "application/json" }).end(),
      /the response with status 200 is empty/,
    ],
    [
      "UndocumentedStatus",
      "a server error",
      (r) => r.writeHead(500).end("oops"),
      /the response with status 500 is undocumented/,
    ],
    ["NetworkFailure", "a connection that breaks", (r) => r.destroy(), /no response: /],
    [
      "NetworkFailure",
      "a body that ends early",
      (r) => void r.writeHead(200, { "content-length": "50" }).write("{", () => r.destroy()),
      /no response: /,
    ],
  ])("named %s is returned for %s", async (name, _, respond, message) => {
    const client = await clientOf((_seen, response) => respond(response));
    const result = await client.revokeOauthGrant(input);
    const kept = name === "UndocumentedStatus" ? { status: 500, body: "oops" } : { status: null, error: null };
    expect(result).toMatchObject({ ok: false, ...kept });
    expect(result.ok ? undefined : result.failure?.name).toBe(name);
    expect(result.ok ? "" : result.failure?.message).toMatch(message);
    expect(result.ok ? "" : result.failure?.message).toContain(`DELETE ${server?.url}/oauth/grants/${GRANT.id}`);
  });

  test("has different names for a timeout and an abort, also while the body arrives", async () => {
    const client = await clientOf(
      (_, response) => void response.writeHead(200, { "content-type": "application/json" }).write("{"),
    );
    const late = await client.revokeOauthGrant(input, { timeout: 50 });
    expect(late.ok ? "" : late.failure?.name).toBe("TimeoutFailure");
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const aborted = await client.revokeOauthGrant(input, { signal: controller.signal });
    expect(aborted.ok ? "" : aborted.failure?.name).toBe("AbortFailure");
  });

  test("names the reason of a refused connection, without the key", async () => {
    const client = createClient({ baseUrl: await unusedUrl(), apiKey: "very-secret" });
    const result = await client.revokeOauthGrant(input);
    expect(result.ok ? "" : result.failure?.name).toBe("NetworkFailure");
    expect(result.ok ? "" : result.failure?.message).toContain("ECONNREFUSED");
    expect(JSON.stringify(result) + String(result.ok ? "" : result.failure?.stack)).not.toContain("very-secret");
  });

  test.each<[string, Partial<ClientOptions>]>([
    ["a key with a line break", { apiKey: "very-secret\nline" }],
    ["a header with a line break", { headers: { "X-Key": "very-secret\nline" } }],
    ["a base URL with a user", { baseUrl: "http://me:very-secret@127.0.0.1" }],
    ["an invalid base URL", { baseUrl: "very secret" }],
  ])("named InvalidRequest is returned for %s, without the key", async (_, options) => {
    const client = createClient({ baseUrl: "http://127.0.0.1", apiKey: "k", ...options });
    const result = await client.retrieveContactImport({ path: { id: "a" } });
    expect(result.ok ? "" : result.failure?.name).toBe("InvalidRequest");
    expect(`${inspect(result, { depth: 9 })}`).not.toContain("very-secret");
  });

  test("is a KeyFailure if the function of the key throws, whose error is the cause, and which may have the key", async () => {
    const cause = new Error("very-secret");
    for (const apiKey of [
      () => Promise.reject(cause),
      () => {
        throw cause;
      },
    ]) {
      const client = createClient({ baseUrl: "http://127.0.0.1", apiKey });
      const { failure } = await client.retrieveContactImport({ path: { id: "a" } });
      expect(failure).toMatchObject({ name: "KeyFailure", cause });
      expect(failure?.message).toMatch(
        /^GET http:\/\/127\.0\.0\.1\/contacts\/imports\/a: could not be built\. Check .*key/,
      );
      expect(`${failure} ${failure?.stack} ${JSON.stringify(failure)}`).not.toContain("very-secret");
    }
  });

  test("is a TimeoutFailure if fetching the key takes too long, and is not returned without a limit", async () => {
    const slow = await clientOf((_, response) => response.writeHead(404).end(), {
      apiKey: () => new Promise(() => {}),
    });
    const late = await slow.revokeOauthGrant(input, { timeout: 50 });
    expect(late.ok ? "" : late.failure?.name).toBe("TimeoutFailure");
    await server?.close();
    for (const timeout of [0, Infinity, 2 ** 40]) {
      const client = await clientOf((_, response) => response.writeHead(404).end());
      expect(await client.revokeOauthGrant(input, { timeout })).toMatchObject({ status: 404 });
      await server?.close();
    }
  });

  test.each([
    ["", "is empty"],
    ["\ud800", "URI malformed"],
    [".", "would lead to another path"],
    ["..", "would lead to another path"],
    [undefined, "is missing"],
  ])("is returned for the path parameter %j before a request is sent", async (suppression, message) => {
    const client = await clientOf((_, response) => json(response, 200, {}));
    const result = await client.retrieveSuppression(JSON.parse(JSON.stringify({ path: { suppression } })));
    expect(result.ok ? "" : result.failure?.name).toBe("InvalidParameter");
    expect(result.ok ? "" : result.failure?.message).toContain(message);
    expect(server?.seen).toEqual([]);
  });
});

describe("a request", () => {
  test.each(["a+b%c/d?e#f@exämple.com", "../x", "a b", "%2e%2e"])(
    "has %j in the path unchanged",
    async (suppression) => {
      const client = await clientOf((_, response) => response.writeHead(404).end());
      await client.retrieveSuppression({ path: { suppression } });
      const path = server?.seen[0]?.url ?? "";
      expect(path.split("/")).toHaveLength(3);
      expect(decodeURIComponent(path.split("/")[2] ?? "")).toBe(suppression);
    },
  );

  test("has key, headers and body; headers of the call override those of the client, in any case", async () => {
    const client = await clientOf((_, response) => json(response, 201, { object: "suppression", id: GRANT.id }), {
      headers: { "X-Trace": "client", "x-other": "kept" },
      apiKey: async () => "fetched-key",
    });
    await client.addSuppression({ body: { email: "kim@example.com" } }, { headers: { "x-trace": "call" } });
    expect(server?.seen[0]).toMatchObject({
      method: "POST",
      body: '{"email":"kim@example.com"}',
      headers: {
        authorization: "Bearer fetched-key",
        "content-type": "application/json",
        "x-trace": "call",
        "x-other": "kept",
      },
    });
  });

  test("is sent by the fetch of the options, or by the global fetch at the time of the call", async () => {
    const respond = async (request: Request) => Response.json({ ...GRANT, id: request.headers.get("authorization") });
    const own = createClient({ baseUrl: "http://api.test", apiKey: "k", fetch: respond });
    expect(await own.revokeOauthGrant(input)).toMatchObject({ ok: true, data: { id: "Bearer k" } });

    const client = createClient({ baseUrl: "http://api.test/", apiKey: "later" });
    const original = globalThis.fetch;
    globalThis.fetch = async (input) => respond(input instanceof Request ? input : new Request(input));
    try {
      expect(await client.revokeOauthGrant(input)).toMatchObject({ ok: true, data: { id: "Bearer later" } });
    } finally {
      globalThis.fetch = original;
    }
  });

  test("does not compile with wrong, unknown or mutually exclusive parameters", () => {
    const client = createClient({ baseUrl: "http://api.test" });
    const never = () => [
      // @ts-expect-error the parameter is required
      client.revokeOauthGrant(),
      // @ts-expect-error unknown parameter
      client.listSuppressions({ query: { colour: "red" } }),
      // @ts-expect-error unknown origin
      client.listSuppressions({ query: { origin: "spam" } }),
      // @ts-expect-error after and before cannot be combined
      client.listSuppressions({ query: { after: "a", before: "b" } }),
      // @ts-expect-error email is required
      client.addSuppression({ body: {} }),
    ];
    expect(never).toBeTypeOf("function");
  });
});

describe("paging", () => {
  const ids = ["a", "b", "c", "d", "e"];
  /** Five items, `limit` on each page, with the cursors that the contract declares. */
  const list = ({ url }: ReceivedRequest, response: ServerResponse) => {
    const query = new URL(url, "http://x").searchParams;
    const limit = Number(query.get("limit") ?? 20);
    const [after, before] = [query.get("after"), query.get("before")];
    const from = after ? ids.indexOf(after) + 1 : before ? Math.max(0, ids.indexOf(before) - limit) : 0;
    const to = before ? ids.indexOf(before) : from + limit;
    const has_more = before ? from > 0 : to < ids.length;
    json(response, 200, { object: "list", has_more, data: ids.slice(from, to).map((id) => ({ id })) });
  };

  test("returns every item once, forward and backward", async () => {
    const client = await clientOf(list);
    const forward: string[] = [];
    for await (const { id } of client.listSuppressions.items({ query: { limit: 2, origin: "manual" } }))
      forward.push(id);
    expect(forward).toEqual(ids);
    expect(server?.seen.map(({ url }) => url)).toEqual([
      "/suppressions?limit=2&origin=manual",
      "/suppressions?limit=2&origin=manual&after=b",
      "/suppressions?limit=2&origin=manual&after=d",
    ]);
    const pages: string[][] = [];
    for await (const page of client.listSuppressions.pages({ query: { limit: 2, before: "e" } })) {
      expectTypeOf(page.has_more).toBeBoolean();
      pages.push(page.data.map(({ id }) => id));
    }
    expect(pages).toEqual([
      ["c", "d"],
      ["a", "b"],
    ]);
  });

  test("fetches no page that is not requested", async () => {
    const client = await clientOf(list);
    for await (const _ of client.listSuppressions.items({ query: { limit: 2 } })) break;
    expect(server?.seen).toHaveLength(1);
  });

  test("throws a documented error as ErrorResponse", async () => {
    const client = await clientOf((_, response) => json(response, 403, { title: "not in the beta" }));
    await expect(client.listSuppressions.items().next()).rejects.toMatchObject({
      name: "ErrorResponse",
      status: 403,
      body: { title: "not in the beta" },
    });
  });

  test("throws an error that prints in a few lines, with the body, and has the response", async () => {
    const client = await clientOf((_, response) => json(response, 401, { title: "no key" }));
    const error: unknown = await client.listSuppressions
      .items()
      .next()
      .catch((thrown: unknown) => thrown);
    expect(
      inspect(error, { depth: 5 })
        .split("\n")
        .filter((line) => !/^ {4}at /.test(line)).length,
    ).toBeLessThan(6);
    expect(inspect(error)).toMatch(/status: 401,\n {2}body: \{ title: 'no key' \}/);
    expect(error).toMatchObject({ response: expect.any(Response) });
  });

  test.each([
    ["the same page again and again", { object: "list", has_more: true, data: [{ id: "a" }] }],
    ["more, but no item with a cursor", { object: "list", has_more: true, data: [] }],
  ])("stops if a server sends %s", async (_, page) => {
    const client = await clientOf((_seen, response) => json(response, 200, page));
    const readAll = async () => {
      for await (const _item of client.listSuppressions.items()) expect(server?.seen.length).toBeLessThan(5);
    };
    await expect(readAll()).rejects.toMatchObject({ name: "StalledPaging" });
  });
});
