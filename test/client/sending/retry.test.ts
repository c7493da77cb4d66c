import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient } from "#generated/client.js";
import { awakeClock } from "#test/awake.js";
import { json, serve, type TestServer } from "#test/server.js";

const GRANT = { path: { oauth_grant_id: "2f6d0c4b-9a1e-4d73-b8e5-61c07f3a92d4" } };
const REVOKED = { object: "oauth_grant", id: GRANT.path.oauth_grant_id, revoked_at: "", revoked_reason: "r" };
const EMPTY = { object: "list", has_more: false, data: [] };

let server: TestServer | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await server?.close();
});

type Respond = (response: ServerResponse) => void;
const status =
  (code: number, headers: Record<string, string> = {}): Respond =>
  (response) =>
    response.writeHead(code, headers).end();
const broken: Respond = (response) => response.destroy();
const list: Respond = (response) => json(response, 200, EMPTY);

/** A client of a server that responds in turn, the last time for all further requests. */
async function clientOf(...responses: Respond[]) {
  server = await serve((_, response) => (responses.length > 1 ? responses.shift() : responses[0])?.(response));
  return createClient({ baseUrl: server.url, apiKey: "k" });
}

describe("a request with a safe method", () => {
  test.each<[string, Respond]>([
    ["a broken connection", broken],
    ["a body that ends early", (r) => void r.writeHead(200, { "content-length": "50" }).write("{", () => r.destroy())],
    ["408", status(408)],
    ["429", status(429)],
    ["502", status(502)],
    ["503", status(503)],
    ["504", status(504)],
  ])("is sent again after %s", async (_, first) => {
    const client = await clientOf(first, list);
    expect(await client.listSuppressions()).toMatchObject({ ok: true, data: EMPTY });
    expect(server?.seen).toHaveLength(2);
  });

  test.each([400, 401, 404, 422, 500, 501])("is not sent again after %i", async (code) => {
    const client = await clientOf(status(code), list);
    const result = await client.listSuppressions();
    expect(result.response?.status).toBe(code);
    expect(server?.seen).toHaveLength(1);
  });

  test("is sent three times by default, and as often as `retry` of the call or the client says", async () => {
    const client = await clientOf(status(503));
    expect(await client.listSuppressions()).toMatchObject({ failure: { name: "UndocumentedStatus", status: 503 } });
    expect(server?.seen.splice(0)).toHaveLength(3);
    await client.listSuppressions({}, { retry: 1 });
    expect(server?.seen.splice(0)).toHaveLength(2);
    await client.listSuppressions({}, { retry: false });
    expect(server?.seen.splice(0)).toHaveLength(1);
    await createClient({ baseUrl: server?.url ?? "", retry: false }).listSuppressions();
    expect(server?.seen.splice(0)).toHaveLength(1);
  });

  test.each<[unknown, number]>([
    [Number.NaN, 3],
    [-1, 1],
  ])("is sent as often as a readable `retry` says: %j is %i requests", async (retry, want) => {
    const client = await clientOf(status(503, { "retry-after": "0" }));
    const options: { retry: number } = JSON.parse("{}");
    await client.listSuppressions({}, Object.assign(options, { retry }));
    expect(server?.seen).toHaveLength(want);
  });

  test("waits a random time that doubles, so that clients do not come back together", async () => {
    const waits: number[] = [];
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, wait: number) => {
      if (wait < 10_000) {
        waits.push(wait);
        queueMicrotask(run);
      }
      return 0;
    }) as unknown as typeof setTimeout);
    const fetch = () => Promise.reject(new Error("offline"));
    const client = createClient({ baseUrl: "http://api.test", retry: 3, fetch });
    await client.listSuppressions();
    const [first = 0, second = 0, third = 0] = waits;
    expect(first).toBeGreaterThanOrEqual(150);
    expect(first).toBeLessThanOrEqual(300);
    expect(second).toBeGreaterThanOrEqual(300);
    expect(second).toBeLessThanOrEqual(600);
    expect(third).toBeGreaterThanOrEqual(600);
    expect(third).toBeLessThanOrEqual(1200);
    for (let count = 0; count < 5; count += 1) await client.listSuppressions({}, { retry: 1 });
    expect(new Set(waits).size).toBe(waits.length);
  });
});

describe("Retry-After", () => {
  const added = { object: "suppression", id: REVOKED.id };
  const body = { email: "kim@example.com" };

  test.each([
    [429, { "retry-after": "1" }],
    [503, { "retry-after": "1" }],
    [429, { "retry-after": () => new Date(Date.now() + 2000).toUTCString() }],
  ])("of a %i lets any method be sent again, after the time that it says: %j", async (code, headers) => {
    const at: number[] = [];
    const elapsed = awakeClock();
    const value = headers["retry-after"];
    const client = await clientOf(
      (response) => {
        at.push(performance.now());
        status(code, { "retry-after": typeof value === "string" ? value : value() })(response);
      },
      (response) => {
        at.push(performance.now());
        json(response, 201, added);
      },
    );
    expect(await client.addSuppression({ body })).toMatchObject({ ok: true, data: added });
    const [first = 0, second = 0] = at;
    // A date has no milliseconds.
    expect(second - first).toBeGreaterThan(950);
    expect(elapsed()).toBeLessThan(4000);
    expect(server?.seen[1]?.body).toBe(JSON.stringify(body));
  });

  test.each<[string, Respond]>([
    ["a 429 without it", status(429)],
    ["a 503 without it", status(503)],
    ...[
      "soon",
      "-5",
      "1.5",
      "5, 10",
      "Mon, 5, 10",
      "2001",
      "",
      "Mon, 5",
      "Sun - 5",
      "Wed 5 10",
      "Sun, 06 Nov 1994",
    ].map<[string, Respond]>((value) => [
      `a 503 with the unreadable one ${JSON.stringify(value)}`,
      status(503, { "retry-after": value }),
    ]),
    ["a 502 with it", status(502, { "retry-after": "0" })],
    ["a broken connection", broken],
  ])("is required for an unsafe method: after %s, it is not sent again", async (_, first) => {
    const client = await clientOf(first, (response) => json(response, 201, added));
    expect((await client.addSuppression({ body })).ok).toBe(false);
    expect(server?.seen).toHaveLength(1);
  });

  test.each([
    ["the time limit of the call", "20", 10_000],
    ["a minute", "61", 0],
  ])("that is longer than %s ends the call at once", async (_, seconds, timeout) => {
    const client = await clientOf(status(429, { "retry-after": seconds }));
    const elapsed = awakeClock();
    expect(await client.listSuppressions({}, { timeout })).toMatchObject({ status: 429, failure: null });
    expect(elapsed()).toBeLessThan(15_000);
    expect(server?.seen).toHaveLength(1);
  });
});

describe("while it waits, a call", () => {
  test("is ended by its signal", async () => {
    const client = await clientOf(status(503, { "retry-after": "20" }));
    const controller = new AbortController();
    const elapsed = awakeClock();
    const calling = client.listSuppressions({}, { signal: controller.signal });
    await expect.poll(() => server?.seen).toHaveLength(1);
    setTimeout(() => controller.abort(), 100);
    const result = await calling;
    expect(result).toMatchObject({ failure: { name: "AbortFailure" } });
    expect(elapsed()).toBeLessThan(15_000);
    expect(server?.seen).toHaveLength(1);
  });

  test("is ended by its time limit, which counts all attempts", async () => {
    const client = await clientOf((response) => void setTimeout(() => status(503)(response), 80));
    const result = await client.listSuppressions({}, { timeout: 300, retry: 100 });
    expect(server?.seen.length).toBeLessThan(5);
    expect(result.ok ? "" : result.failure?.name).toMatch(/^(TimeoutFailure|UndocumentedStatus)$/);
  });
});

describe("a deletion", () => {
  test("whose response is lost is a NetworkFailure, not a 404 of a second attempt", async () => {
    const client = await clientOf(broken, status(404));
    expect(await client.revokeOauthGrant(GRANT)).toMatchObject({ failure: { name: "NetworkFailure" } });
    expect(server?.seen).toHaveLength(1);
  });

  test.each([404, 410])("that finds nothing after a 503 is an UncertainOutcome, not a %i", async (code) => {
    const client = await clientOf(status(503, { "retry-after": "0" }), status(code));
    const result = await client.revokeOauthGrant(GRANT);
    expect(result).toMatchObject({ ok: false, status: null, failure: { name: "UncertainOutcome", status: code } });
    expect(result.ok ? "" : result.failure?.message).toContain("may follow an earlier success");
  });

  test("that succeeds after a 503, or finds nothing after a 429, has the result of the last attempt", async () => {
    const client = await clientOf(
      status(503, { "retry-after": "0" }),
      (response) => json(response, 200, REVOKED),
      status(429, { "retry-after": "0" }),
      status(404),
    );
    expect(await client.revokeOauthGrant(GRANT)).toMatchObject({ ok: true, data: REVOKED });
    expect(await client.revokeOauthGrant(GRANT)).toMatchObject({ status: 404, failure: null });
  });
});
