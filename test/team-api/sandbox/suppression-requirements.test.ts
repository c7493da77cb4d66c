import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asList } from "#openapi/document/document.js";
import { onEachDatabase } from "./databases.js";
import { type TestSandbox, testSandbox } from "./sandbox.js";

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ROWS = 45;

onEachDatabase((make) => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await testSandbox(make, { rows: ROWS });
  });
  afterAll(() => sandbox.stop());

  const newAddress = () => `${randomUUID()}@example.com`;
  const add = (email: string) => sandbox.call("POST", "/suppressions", { json: { email } });
  const retrieve = (idOrEmail: unknown) =>
    sandbox.call("GET", `/suppressions/${encodeURIComponent(String(idOrEmail))}`);

  describe("addSuppression", () => {
    test("A1 requires an `email` that is a string", async () => {
      for (const json of [{}, { email: null }, { email: 1 }, { email: ["a@b.c"] }, [], "a@b.c", null]) {
        expect((await sandbox.call("POST", "/suppressions", { json })).status, JSON.stringify(json)).toBe(422);
      }
      expect((await add(newAddress())).status).toBe(201);
    });

    test("A2 returns `object` and `id`, and nothing else", async () => {
      const { body } = await add(newAddress());
      expect(body).toEqual({ object: "suppression", id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    });

    test("A3 S1 S2 S3 an added address is manual, without a source, when listed and retrieved", async () => {
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
      expect((await retrieve(id)).body).toMatchObject(whole);
      expect((await sandbox.list("limit=1")).data).toMatchObject([whole]);
    });

    test("A3 applies to an address that bounced before", async () => {
      const email = newAddress();
      const { id } = (await sandbox.control("POST", "/suppressions", { email, origin: "bounce" })).body;
      expect((await retrieve(email)).body).toMatchObject({ origin: "bounce", source_id: expect.any(String) });
      expect((await add(email)).body.id).toBe(id);
      expect((await retrieve(email)).body).toMatchObject({ origin: "manual", source_id: null });
    });
  });

  describe("listSuppressions", () => {
    async function readAll(query: string, first = ""): Promise<string[]> {
      const ids: string[] = [];
      for (let page = await sandbox.list(`${query}${first}`); ; ) {
        ids.push(...page.ids);
        if (!page.hasMore) return ids;
        page = await sandbox.list(`${query}&after=${page.ids.at(-1)}`);
      }
    }

    test("L1 returns an envelope of suppressions", async () => {
      const { body } = await sandbox.call("GET", "/suppressions?limit=3");
      expect(Object.keys(body)).toEqual(["object", "has_more", "data"]);
      expect(body).toMatchObject({ object: "list", has_more: true });
      expect(asList(body.data).length).toBe(3);
    });

    test("L2 accepts a limit from 1 to 100, and returns at most that many items", async () => {
      for (const limit of ["0", "101", "-1", "x", "", "1e9", "0x10", "Infinity", "2&limit=3"]) {
        expect((await sandbox.call("GET", `/suppressions?limit=${limit}`)).status, limit).toBe(422);
      }
      expect((await sandbox.list("limit=1")).ids.length).toBe(1);
      expect((await sandbox.list("limit=30")).ids.length).toBe(30);
      expect((await sandbox.list("limit=100")).ids.length).toBeGreaterThanOrEqual(ROWS);
    });

    test("L3 returns 20 items without a limit", async () => {
      const { ids, hasMore } = await sandbox.list();
      expect(ids.length).toBe(20);
      expect(hasMore).toBe(true);
    });

    test("L4 L5 pages exclude the cursor's item, and `before` returns to the page that `after` left", async () => {
      const all = await readAll("limit=100");
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

    test("L6 rejects both cursors together", async () => {
      const [id] = (await sandbox.list("limit=1")).ids;
      for (const query of [`after=${id}&before=${id}`, `after=${id}&before=`, "after=x&before=y"]) {
        expect((await sandbox.call("GET", `/suppressions?${query}`)).status).toBe(422);
      }
    });

    test("L7 filters every page by origin", async () => {
      const all = await readAll("limit=100");
      const found: string[] = [];
      for (const origin of ["bounce", "complaint", "manual"]) {
        const { data } = await sandbox.list(`limit=100&origin=${origin}`);
        expect(new Set(data.map((each) => each.origin))).toEqual(new Set([origin]));
        const paged = await readAll(`limit=4&origin=${origin}`);
        expect(paged).toEqual(data.map(({ id }) => id));
        found.push(...paged);
      }
      expect(found.toSorted()).toEqual(all.toSorted());
      expect((await sandbox.call("GET", "/suppressions?origin=spam")).status).toBe(422);
    });

    test("L8 pages of every size contain each item once, and `has_more` is true exactly if items follow", async () => {
      const all = await readAll("limit=100");
      expect(new Set(all).size).toBe(all.length);
      for (const limit of [1, 7, all.length - 1, all.length, all.length + 1].filter((each) => each <= 100)) {
        expect(await readAll(`limit=${limit}`), String(limit)).toEqual(all);
      }
      expect((await sandbox.list(`limit=${all.length}`)).hasMore).toBe(false);
      expect((await sandbox.list(`limit=${all.length - 1}`)).hasMore).toBe(true);
    });

    test("L8 an item that is added between two pages neither repeats nor hides another", async () => {
      const all = await readAll("limit=100");
      const first = await sandbox.list("limit=10");
      for (let count = 0; count < 5; count += 1) await add(newAddress());
      expect([...first.ids, ...(await readAll("limit=10", `&after=${first.ids.at(-1)}`))]).toEqual(all);
    });

    test("L8 items with the same time are paged without a gap", async () => {
      const at = Date.parse("2020-01-01T00:00:00.000Z");
      await sandbox.db
        .updateTable("suppressions")
        .set({ created_at: at })
        .where("address", "like", "person-%")
        .execute();
      const all = await readAll("limit=100");
      expect(await readAll("limit=3")).toEqual(all);
      expect(new Set(all).size).toBe(all.length);
    });
  });

  describe("retrieveSuppression", () => {
    test("R1 finds a suppression by its id, in upper and lower case", async () => {
      const { id } = (await add(newAddress())).body;
      for (const each of [id, String(id).toUpperCase()]) expect((await retrieve(each)).body.id).toBe(id);
    });

    test("R2 finds a suppression by its address, with all kinds of legal characters", async () => {
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
});
