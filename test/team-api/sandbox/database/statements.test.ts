import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { compiledOnce } from "#team-api/sandbox/database/compiled-once.js";
import { openSandboxDatabase } from "#team-api/sandbox/database/migrations.js";
import type { SandboxDatabase } from "#team-api/sandbox/database/tables.js";
import { onEachDatabase, type TestDatabase } from "../databases.js";

const A = "a0000000-0000-7000-8000-000000000000";
const B = "b0000000-0000-7000-8000-000000000000";
const C = "c0000000-0000-7000-8000-000000000000";

onEachDatabase((make) => {
  let database: TestDatabase;
  let db: SandboxDatabase;
  beforeEach(async () => {
    database = await make();
    db = (await openSandboxDatabase(database.location)).db;
    const team = (id: string, name: string, in_beta: number) => ({ id, name, in_beta });
    await db
      .insertInto("teams")
      .values([team(A, "one", 1), team(B, "one", 0), team(C, "two", 0)])
      .execute();
  });
  afterEach(async () => {
    await db.destroy();
    await database.drop();
  });

  test("a query that is compiled once takes new values each time, and has a variant for missing values", async () => {
    const build = vi.fn((on: SandboxDatabase, { name, beta }: { name: string; beta: number | undefined }) => {
      const query = on.selectFrom("teams").select("id").where("name", "=", name).orderBy("id");
      return beta === undefined ? query : query.where("in_beta", "=", beta);
    });
    const teams = compiledOnce(build);
    const ids = async (name: string, beta?: number) => (await teams(db, { name, beta })).map(({ id }) => id);
    expect(await ids("one")).toEqual([A, B]);
    expect(await ids("two")).toEqual([C]);
    expect(await ids("one", 0)).toEqual([B]);
    expect(await ids("one", 1)).toEqual([A]);
    expect(await ids("' or 1 = 1 --")).toEqual([]);
    expect(build).toHaveBeenCalledTimes(2);
  });

  test("a query that is compiled once accepts null as a value, and works in transactions", async () => {
    const add = compiledOnce((on, row: { id: string; team_id: string; revoked_at: number | null }) =>
      on.insertInto("oauth_grants").values({ ...row, created_at: 1, revoked_reason: null }),
    );
    await add(db, { id: B, team_id: A, revoked_at: null });
    await db.transaction().execute((transaction) => add(transaction, { id: C, team_id: A, revoked_at: 7 }));
    const rows = await db.selectFrom("oauth_grants").select(["id", "revoked_at"]).orderBy("id").execute();
    expect(rows).toEqual([
      { id: B, revoked_at: null },
      { id: C, revoked_at: 7 },
    ]);
  });
});

describe("a direct read of SQLite", () => {
  const named = compiledOnce((on, { name }: { name: string }) =>
    on.selectFrom("teams").select("id").where("name", "=", name),
  );
  const team = { id: A, name: "one", in_beta: 1 };

  test("waits while another transaction is open", async () => {
    const { db } = await openSandboxDatabase(":memory:");
    try {
      let meanwhile: Promise<{ id: string }[]> | undefined;
      const rolledBack = db.transaction().execute(async (transaction) => {
        await transaction.insertInto("teams").values(team).execute();
        expect(await named(transaction, { name: "one" })).toEqual([{ id: A }]);
        meanwhile = named(db, { name: "one" });
        await setTimeout(20);
        throw new Error("rolled back");
      });
      await expect(rolledBack).rejects.toThrow("rolled back");
      expect(await meanwhile).toEqual([]);
    } finally {
      await db.destroy();
    }
  });

  test("throws the same errors as Kysely", async () => {
    const { db } = await openSandboxDatabase(":memory:");
    const wrong = compiledOnce((on, _values: object) => on.selectFrom("teams").select(sql`no_such`.as("column")));
    await expect(wrong(db, {})).rejects.toThrow(/no such column/);
    await db.insertInto("teams").values(team).execute();
    expect(await named(db, { name: "one" })).toEqual([{ id: A }]);
    await db.destroy();
    await expect(named(db, { name: "one" })).rejects.toThrow(/destroyed/);
  });
});

describe("the cache of SQLite statements", () => {
  test("prepares the same text once, and again after an error", async () => {
    const { db } = await openSandboxDatabase(":memory:");
    const prepare = vi.spyOn(Database.prototype, "prepare");
    const prepared = () => prepare.mock.calls.filter(([text]) => text.startsWith('insert into "teams"')).length;
    const add = (id: string) => db.insertInto("teams").values({ id, name: "x", in_beta: 0 }).execute();
    try {
      await add("a");
      await add("b");
      expect(prepared()).toBe(1);
      await expect(add("a")).rejects.toThrow(/UNIQUE/);
      await add("c");
      expect(prepared()).toBe(2);
      const rows = await db.selectFrom("teams").select("id").orderBy("id").execute();
      expect(rows.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    } finally {
      prepare.mockRestore();
      await db.destroy();
    }
  });

  test("keeps the most recently used of many statements", async () => {
    const { db } = await openSandboxDatabase(":memory:");
    const prepare = vi.spyOn(Database.prototype, "prepare");
    const select = async (number: number) => {
      const { rows } = await sql<{ value: number }>`select ${sql.lit(number)} as value`.execute(db);
      expect(rows).toEqual([{ value: number }]);
    };
    try {
      for (let number = 0; number < 300; number += 1) {
        await select(number);
        await select(0);
      }
      expect(prepare.mock.calls.length).toBe(300);
      await select(1);
      expect(prepare.mock.calls.length).toBe(301);
    } finally {
      prepare.mockRestore();
      await db.destroy();
    }
  });
});
