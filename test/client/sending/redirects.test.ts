import { afterEach, describe, expect, test } from "vitest";
import { createClient } from "#generated/client.js";
import { json, type ReceivedRequest, serve, type TestServer } from "#test/server.js";

const EMPTY = { object: "list", has_more: false, data: [] };
const body = { email: "kim@example.com" };

const open: TestServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function started(...[respond]: Parameters<typeof serve>) {
  const server = await serve(respond);
  open.push(server);
  return server;
}

/** A server that redirects the paths of the contract, and has the list at `/moved`. */
const redirecting = (status: number, location: (seen: ReceivedRequest) => string) =>
  started((seen, response) =>
    seen.url.startsWith("/moved")
      ? json(response, 200, EMPTY)
      : response.writeHead(status, { location: location(seen) }).end(),
  );

const STATUSES = [301, 302, 303, 307, 308];

describe("a redirect", () => {
  test.each(STATUSES)("%i of a safe request within the origin is followed, with its headers", async (status) => {
    const { url, seen } = await redirecting(status, () => "/moved?limit=2");
    const client = createClient({ baseUrl: url, apiKey: "k" });
    expect(await client.listSuppressions({}, { headers: { "x-own": "1" } })).toMatchObject({ ok: true, data: EMPTY });
    expect(seen.map((request) => request.url)).toEqual(["/suppressions", "/moved?limit=2"]);
    expect(seen[1]).toMatchObject({ method: "GET", headers: { authorization: "Bearer k", "x-own": "1" } });
  });

  test.each(STATUSES)(
    "%i to another origin is a failure that names the address; nothing is sent there",
    async (status) => {
      const other = await started((_, response) => json(response, 200, EMPTY));
      const { url } = await redirecting(status, () => `${other.url}/moved?key=very-secret`);
      const client = createClient({ baseUrl: url, apiKey: "k" });
      for (const call of [client.listSuppressions(), client.addSuppression({ body })]) {
        const result = await call;
        expect(result).toMatchObject({ ok: false, failure: { name: "Redirected", status } });
        expect(result.ok ? "" : result.failure?.message).toContain(`redirects to ${other.url}/moved`);
        expect(result.ok ? "" : result.failure?.message).not.toContain("very-secret");
      }
      expect(other.seen).toEqual([]);
    },
  );

  test.each(STATUSES)("%i of a request that is not safe is a failure, also within the origin", async (status) => {
    const { url, seen } = await redirecting(status, () => "/moved");
    const result = await createClient({ baseUrl: url }).addSuppression({ body });
    expect(result).toMatchObject({ ok: false, failure: { name: "Redirected" } });
    expect(result.ok ? "" : result.failure?.message).toBe(
      `POST ${url}/suppressions: the response with status ${status} redirects to ${url}/moved, which is not followed.`,
    );
    expect(seen).toHaveLength(1);
    // A request without a body could be repeated.
    const grant = { path: { oauth_grant_id: "2f6d0c4b-9a1e-4d73-b8e5-61c07f3a92d4" } };
    expect(await createClient({ baseUrl: url }).revokeOauthGrant(grant)).toMatchObject({
      failure: { name: "Redirected" },
    });
    expect(seen).toHaveLength(2);
  });

  test("that leads back to itself ends after ten more requests", async () => {
    const { url, seen } = await redirecting(302, (request) => request.url);
    expect(await createClient({ baseUrl: url }).listSuppressions()).toMatchObject({ failure: { name: "Redirected" } });
    expect(seen).toHaveLength(11);
  });

  test("to an address that cannot be read is a failure", async () => {
    const { url } = await redirecting(302, () => "http://[");
    const result = await createClient({ baseUrl: url }).listSuppressions();
    expect(result).toMatchObject({ failure: { name: "Redirected" } });
  });

  test('to another origin is followed with `redirect: "follow"`', async () => {
    const other = await started((_, response) => json(response, 200, EMPTY));
    const { url } = await redirecting(307, () => `${other.url}/moved`);
    const client = createClient({ baseUrl: url, redirect: "follow" });
    expect(await client.listSuppressions()).toMatchObject({ ok: true, data: EMPTY });
    expect(other.seen).toHaveLength(1);
  });
});
