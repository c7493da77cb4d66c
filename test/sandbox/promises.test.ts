import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asList } from "../../src/openapi/document.js";
import { onEachDatabase } from "./databases.js";
import { type TestSandbox, testSandbox } from "./sandbox.js";

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const IMPORT_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\+00$/;
const ROWS = 45;

onEachDatabase((make) => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await testSandbox(make, { rows: ROWS });
  });
  afterAll(() => sandbox.stop());

  const grant = async (team = "first") => (await sandbox.control("POST", "/grants", { team, tokens: 2 })).body;
  const revoke = (id: unknown, key = sandbox.keys.first) => sandbox.call("DELETE", `/oauth/grants/${id}`, { key });
  const stateOf = async (id: unknown) => (await sandbox.control("GET", `/grants/${id}`)).body;
  const isActive = async (token: unknown) => (await sandbox.control("POST", "/introspect", { token })).body.active;
  const newAddress = () => `${randomUUID()}@example.com`;
  const add = (email: string, key = sandbox.keys.first) =>
    sandbox.call("POST", "/suppressions", { key, json: { email } });
  const retrieve = (what: unknown, key = sandbox.keys.first) =>
    sandbox.call("GET", `/suppressions/${encodeURIComponent(String(what))}`, { key });

  describe("every operation", () => {
    const operations: [string, string, unknown?][] = [
      ["DELETE", `/oauth/grants/${randomUUID()}`],
      ["POST", "/suppressions", { email: newAddress() }],
      ["GET", "/suppressions"],
      ["GET", "/suppressions/jo%2Bnews%40example.net"],
      ["GET", "/contacts/imports/c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b"],
    ];

    test("G1 answers in JSON, also when it refuses", async () => {
      for (const [method, path, json] of operations) {
        const { headers } = await sandbox.call(method, path, { json });
        expect(headers.get("content-type")).toMatch(/^application\/(problem\+)?json/);
      }
    });

    test("G2 is refused without a key, with a malformed one, and with one that is no team's", async () => {
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

    test("G3 refuses suppressions to a team outside the beta, and nothing else", async () => {
      const key = sandbox.keys.outsideBeta;
      for (const [method, path, json] of operations) {
        const { status } = await sandbox.call(method, path, { key, json });
        expect(status, path).toBe(path.startsWith("/suppressions") ? 403 : 404);
      }
      const { id } = await grant("outsideBeta");
      expect((await revoke(id, key)).status).toBe(200);
    });
  });

  describe("revoke", () => {
    test("V1 V2 V3 V4 returns the grant that was asked for, revoked", async () => {
      const { id } = await grant();
      const before = Date.now();
      const { status, body } = await revoke(id);
      expect(status).toBe(200);
      expect(body).toEqual({
        object: "oauth_grant",
        id,
        revoked_at: expect.stringMatching(UTC),
        revoked_reason: "revoked_from_api",
      });
      expect(Date.parse(String(body.revoked_at))).toBeGreaterThanOrEqual(before);
      expect(await stateOf(id)).toMatchObject({ revoked_at: body.revoked_at, revoked_reason: "revoked_from_api" });
    });

    test("V5 answers 404 to a grant that does not exist, whatever its id looks like", async () => {
      for (const id of [randomUUID(), "no-uuid", "%00", "'%20or%201=1--", "x".repeat(2000)]) {
        expect((await revoke(id)).status, id).toBe(404);
      }
    });

    test("V6 answers 404 to a second revoke, and changes nothing", async () => {
      const { id, access_tokens } = await grant();
      await revoke(id);
      const once = await stateOf(id);
      expect((await revoke(id)).status).toBe(404);
      expect((await revoke(id, sandbox.keys.sameTeam)).status).toBe(404);
      expect(await stateOf(id)).toEqual(once);
      expect(await isActive(asList(access_tokens)[0])).toBe(false);
    });

    test("V7 takes any key of the team", async () => {
      const { id } = await grant();
      expect((await revoke(id, sandbox.keys.sameTeam)).status).toBe(200);
    });

    test("V8 invalidates every access and refresh token of the grant, and no other", async () => {
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

    test("V9 leaves another team's grant as it was", async () => {
      const { id, refresh_tokens } = await grant();
      expect((await revoke(id, sandbox.keys.otherTeam)).status).toBe(404);
      expect(await stateOf(id)).toMatchObject({ team: "first", revoked_at: null, revoked_reason: null });
      expect(await isActive(asList(refresh_tokens)[0])).toBe(true);
      expect((await revoke(id)).status).toBe(200);
    });
  });

  describe("add", () => {
    test("A1 wants an `email` that is a string", async () => {
      for (const json of [{}, { email: null }, { email: 1 }, { email: ["a@b.c"] }, [], "a@b.c", null]) {
        expect((await sandbox.call("POST", "/suppressions", { json })).status, JSON.stringify(json)).toBe(422);
      }
      expect((await add(newAddress())).status).toBe(201);
    });

    test("A2 returns `object` and `id`, and nothing else", async () => {
      const { body } = await add(newAddress());
      expect(body).toEqual({ object: "suppression", id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    });

    test("A3 S1 S2 S3 what was added is manual, without a source, when listed and retrieved", async () => {
      const email = newAddress();
      const { id } = (await add(email)).body;
      const whole = {
        object: "suppression",
        id,
        email,
        origin: "manual",
        source_id: null,
        created_at: expect.stringMatching(UTC),
      };
      expect((await retrieve(id)).body).toEqual(whole);
      expect((await sandbox.list("limit=1")).data).toEqual([whole]);
    });

    test("A3 holds for an address that had bounced before", async () => {
      const email = newAddress();
      const { id } = (await sandbox.control("POST", "/suppressions", { email, origin: "bounce" })).body;
      expect((await retrieve(email)).body).toMatchObject({ origin: "bounce", source_id: expect.any(String) });
      expect((await add(email)).body.id).toBe(id);
      expect((await retrieve(email)).body).toMatchObject({ origin: "manual", source_id: null });
    });
  });

  describe("list", () => {
    async function walk(query: string, first = ""): Promise<string[]> {
      const ids: string[] = [];
      for (let page = await sandbox.list(`${query}${first}`); ; ) {
        ids.push(...page.ids);
        if (!page.hasMore) return ids;
        page = await sandbox.list(`${query}&after=${page.ids.at(-1)}`);
      }
    }

    test("L1 is an envelope of suppressions", async () => {
      const { body } = await sandbox.call("GET", "/suppressions?limit=3");
      expect(Object.keys(body)).toEqual(["object", "has_more", "data"]);
      expect(body).toMatchObject({ object: "list", has_more: true });
      expect(asList(body.data).length).toBe(3);
    });

    test("L2 takes a limit from 1 to 100, and returns no more than that", async () => {
      for (const limit of ["0", "101", "-1", "x", "", "1e9", "0x10", "Infinity", "2&limit=3"]) {
        expect((await sandbox.call("GET", `/suppressions?limit=${limit}`)).status, limit).toBe(422);
      }
      expect((await sandbox.list("limit=1")).ids.length).toBe(1);
      expect((await sandbox.list("limit=30")).ids.length).toBe(30);
      expect((await sandbox.list("limit=100")).ids.length).toBeGreaterThanOrEqual(ROWS);
    });

    test("L3 has 20 items without a limit", async () => {
      const { ids, hasMore } = await sandbox.list();
      expect(ids.length).toBe(20);
      expect(hasMore).toBe(true);
    });

    test("L4 L5 cursors leave out the item that they name, and lead back to where one came from", async () => {
      const all = await walk("limit=100");
      const { ids } = await sandbox.list(`limit=5&after=${all[9]}`);
      expect(ids).toEqual(all.slice(10, 15));
      const back = await sandbox.list(`limit=5&before=${all[9]}`);
      expect(back.ids).toEqual(all.slice(4, 9));
      expect(back.hasMore).toBe(true);
      const top = await sandbox.list(`limit=9&before=${all[9]}`);
      expect(top).toMatchObject({ ids: all.slice(0, 9), hasMore: false });
      expect(await sandbox.list(`before=${all[0]}`)).toMatchObject({ ids: [], hasMore: false });
      expect(await sandbox.list(`after=${all.at(-1)}`)).toMatchObject({ ids: [], hasMore: false });
    });

    test("L6 refuses both cursors together", async () => {
      const [id] = (await sandbox.list("limit=1")).ids;
      for (const query of [`after=${id}&before=${id}`, `after=${id}&before=`, "after=x&before=y"]) {
        expect((await sandbox.call("GET", `/suppressions?${query}`)).status).toBe(422);
      }
    });

    test("L7 filters by origin, page by page", async () => {
      const all = await walk("limit=100");
      const found: string[] = [];
      for (const origin of ["bounce", "complaint", "manual"]) {
        const { data } = await sandbox.list(`limit=100&origin=${origin}`);
        expect(new Set(data.map((each) => each.origin))).toEqual(new Set([origin]));
        const paged = await walk(`limit=4&origin=${origin}`);
        expect(paged).toEqual(data.map(({ id }) => id));
        found.push(...paged);
      }
      expect(found.toSorted()).toEqual(all.toSorted());
      expect((await sandbox.call("GET", "/suppressions?origin=spam")).status).toBe(422);
    });

    test("L8 pages of every size meet every item once, and tell of more exactly when there is more", async () => {
      const all = await walk("limit=100");
      expect(new Set(all).size).toBe(all.length);
      for (const limit of [1, 7, all.length - 1, all.length, all.length + 1].filter((each) => each <= 100)) {
        expect(await walk(`limit=${limit}`), String(limit)).toEqual(all);
      }
      expect((await sandbox.list(`limit=${all.length}`)).hasMore).toBe(false);
      expect((await sandbox.list(`limit=${all.length - 1}`)).hasMore).toBe(true);
    });

    test("L8 what is added while somebody pages neither repeats nor hides an item", async () => {
      const all = await walk("limit=100");
      const first = await sandbox.list("limit=10");
      for (let count = 0; count < 5; count += 1) await add(newAddress());
      expect([...first.ids, ...(await walk("limit=10", `&after=${first.ids.at(-1)}`))]).toEqual(all);
    });

    test("L8 rows of one and the same moment are paged without a gap", async () => {
      const at = Date.parse("2020-01-01T00:00:00.000Z");
      await sandbox.db
        .updateTable("suppressions")
        .set({ created_at: at })
        .where("address", "like", "person-%")
        .execute();
      const all = await walk("limit=100");
      expect(await walk("limit=3")).toEqual(all);
      expect(new Set(all).size).toBe(all.length);
    });
  });

  describe("retrieve", () => {
    test("R1 finds a suppression by its id, in whatever case", async () => {
      const { id } = (await add(newAddress())).body;
      for (const asked of [id, String(id).toUpperCase()]) expect((await retrieve(asked)).body.id).toBe(id);
    });

    test("R2 finds a suppression by its address, whatever legal characters it has", async () => {
      const locals = [
        "a+b",
        "100%",
        "50%25",
        "x/y",
        "q?r",
        "h#i",
        "o'neil",
        "a&b=c",
        "{tpl}",
        "jörg",
        "用户",
        '"a b"',
        "a;b",
        "~t",
        "%2F",
        "..",
      ];
      for (const local of locals) {
        const email = `${local}.${randomUUID().slice(0, 8)}@exämple.com`;
        const { status, body } = await add(email);
        expect(status, email).toBe(201);
        expect((await retrieve(email)).body, email).toMatchObject({ id: body.id, email });
      }
    });
  });

  describe("import", () => {
    test("I1 I2 I3 returns the import that was asked for, with its times and counts", async () => {
      const counts = { total: 9, created: 4, updated: 3, skipped: 1, failed: 1 };
      const { id } = (await sandbox.control("POST", "/imports", counts)).body;
      const { status, body } = await sandbox.call("GET", `/contacts/imports/${id}`);
      expect(status).toBe(200);
      expect(body).toEqual({
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

  test("the examples of the contract are there at the start", async () => {
    const fresh = await testSandbox(make);
    try {
      expect((await fresh.list()).data.map(({ email }) => email)).toEqual([
        "jo+news@example.net",
        "no-more-mail@example.org",
        "left-the-company@example.com",
      ]);
      const grants = { "2f6d0c4b-9a1e-4d73-b8e5-61c07f3a92d4": 200, "b04e8a17-6c35-4f9d-a2b1-d87e50c6f391": 404 };
      for (const [id, status] of Object.entries(grants)) {
        expect((await fresh.control("GET", `/grants/${id}`)).status).toBe(200);
        expect((await fresh.call("DELETE", `/oauth/grants/${id}`)).status).toBe(status);
      }
      expect((await fresh.control("GET", "/grants/97c1f5e2-03da-4b68-8f4c-1ae6b29d705f")).status).toBe(404);
    } finally {
      await fresh.stop();
    }
  });
});
