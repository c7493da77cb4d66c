import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asList } from "#openapi/document/document.js";
import { onEachDatabase } from "./databases.js";
import { type TestSandbox, testSandbox } from "./sandbox.js";

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const IMPORT_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\+00$/;

onEachDatabase((make) => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await testSandbox(make);
  });
  afterAll(() => sandbox.stop());

  const grant = async (team = "first") => (await sandbox.control("POST", "/grants", { team, tokens: 2 })).body;
  const revoke = (id: unknown, key = sandbox.keys.first) => sandbox.call("DELETE", `/oauth/grants/${id}`, { key });
  const stateOf = async (id: unknown) => (await sandbox.control("GET", `/grants/${id}`)).body;
  const isActive = async (token: unknown) => (await sandbox.control("POST", "/introspect", { token })).body.active;

  describe("every operation", () => {
    const operations: [string, string, unknown?][] = [
      ["DELETE", `/oauth/grants/${randomUUID()}`],
      ["POST", "/suppressions", { email: `${randomUUID()}@example.com` }],
      ["GET", "/suppressions"],
      ["GET", "/suppressions/jo%2Bnews%40example.net"],
      ["GET", "/contacts/imports/c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b"],
    ];

    test("G1 responds with JSON, also for errors", async () => {
      for (const [method, path, json] of operations) {
        const { headers } = await sandbox.call(method, path, { json });
        expect(headers.get("content-type")).toMatch(/^application\/(problem\+)?json/);
      }
    });

    test("G2 rejects a missing key, a malformed key, and a key that belongs to no team", async () => {
      const wrong = [undefined, "", "Bearer", "Bearer ", "Basic c2FuZGJveA==", `Bearer ${sandbox.keys.first}x`];
      for (const [method, path, json] of operations) {
        for (const authorization of [...wrong, sandbox.keys.first, `Bearer ${sandbox.keys.first} x`]) {
          const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
          const { status, headers: sent } = await sandbox.call(method, path, { key: null, json, headers });
          expect(status, `${method} ${path} ${authorization}`).toBe(401);
          expect(sent.get("www-authenticate")).toMatch(/^Bearer/);
        }
      }
    });

    test("G3 rejects only the operations on suppressions for a team outside the beta", async () => {
      const key = sandbox.keys.outsideBeta;
      for (const [method, path, json] of operations) {
        const { status } = await sandbox.call(method, path, { key, json });
        expect(status, path).toBe(path.startsWith("/suppressions") ? 403 : 404);
      }
      const { id } = await grant("outsideBeta");
      expect((await revoke(id, key)).status).toBe(200);
    });
  });

  describe("revokeOauthGrant", () => {
    test("V1 V2 V3 V4 returns the requested grant, revoked", async () => {
      const { id } = await grant();
      const before = Date.now();
      const { status, body } = await revoke(id);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        object: "oauth_grant",
        id,
        revoked_at: expect.stringMatching(UTC),
        revoked_reason: "revoked_from_api",
      });
      expect(Date.parse(String(body.revoked_at))).toBeGreaterThanOrEqual(before);
      expect(await stateOf(id)).toMatchObject({ revoked_at: body.revoked_at, revoked_reason: "revoked_from_api" });
    });

    test("V5 returns 404 for a grant that does not exist, whatever the form of its id", async () => {
      for (const id of [randomUUID(), "no-uuid", "%00", "'%20or%201=1--", "x".repeat(2000)]) {
        expect((await revoke(id)).status, id).toBe(404);
      }
    });

    test("V6 returns 404 for a second revocation, and changes nothing", async () => {
      const { id, access_tokens } = await grant();
      await revoke(id);
      const once = await stateOf(id);
      expect((await revoke(id)).status).toBe(404);
      expect((await revoke(id, sandbox.keys.sameTeam)).status).toBe(404);
      expect(await stateOf(id)).toEqual(once);
      expect(await isActive(asList(access_tokens)[0])).toBe(false);
    });

    test("V7 accepts any key of the team", async () => {
      const { id } = await grant();
      expect((await revoke(id, sandbox.keys.sameTeam)).status).toBe(200);
    });

    test("V8 invalidates every access and refresh token of the grant, and no other token", async () => {
      const [one, other] = [await grant(), await grant()];
      const tokens = [...asList(one.access_tokens), ...asList(one.refresh_tokens)];
      expect(tokens.length).toBe(4);
      for (const token of tokens) expect(await isActive(token)).toBe(true);
      await revoke(one.id);
      for (const token of tokens) expect(await isActive(token)).toBe(false);
      for (const token of [...asList(other.access_tokens), ...asList(other.refresh_tokens)]) {
        expect(await isActive(token)).toBe(true);
      }
    });

    test("V9 does not change another team's grant", async () => {
      const { id, refresh_tokens } = await grant();
      expect((await revoke(id, sandbox.keys.otherTeam)).status).toBe(404);
      expect(await stateOf(id)).toMatchObject({ team: "first", revoked_at: null, revoked_reason: null });
      expect(await isActive(asList(refresh_tokens)[0])).toBe(true);
      expect((await revoke(id)).status).toBe(200);
    });
  });

  describe("retrieveContactImport", () => {
    test("I1 I2 I3 returns the requested import, with its times and counts", async () => {
      const counts = { total: 9, created: 4, updated: 3, skipped: 1, failed: 1 };
      const { id } = (await sandbox.control("POST", "/imports", counts)).body;
      const { status, body } = await sandbox.call("GET", `/contacts/imports/${id}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        object: "contact_import",
        id,
        status: "completed",
        created_at: expect.stringMatching(IMPORT_TIME),
        completed_at: expect.stringMatching(IMPORT_TIME),
        counts,
      });
      for (const unknown of [randomUUID(), "no-uuid", "%00"]) {
        expect((await sandbox.call("GET", `/contacts/imports/${unknown}`)).status).toBe(404);
      }
    });
  });
});
