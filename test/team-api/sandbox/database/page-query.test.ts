import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageQuery } from "#team-api/sandbox/database/suppressions.js";
import { TEAMS } from "#team-api/sandbox/seed.js";
import { onEachDatabase } from "../databases.js";
import { type TestSandbox, testSandbox } from "../sandbox.js";

onEachDatabase((make) => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await testSandbox(make, { rows: 5000 });
    await sql`analyze`.execute(sandbox.db);
  });
  afterAll(() => sandbox.stop());

  test("a page is read from an index, from the cursor on, without sorting, skipping or scanning", async () => {
    const { db, engine } = sandbox;
    const rows = await db.selectFrom("suppressions").selectAll().orderBy("created_at").execute();
    const row = rows[2500];
    if (!row) throw new Error("There are too few rows.");
    const time = row.created_at;
    const cursors = [{}, { afterTime: time, afterId: row.id }, { beforeTime: time, beforeId: row.id }];
    for (const origin of [undefined, "bounce"] as const) {
      for (const cursor of cursors) {
        const noCursor = { afterTime: undefined, afterId: undefined, beforeTime: undefined, beforeId: undefined };
        const query = pageQuery(db, { team: TEAMS.first, take: 21, origin, ...noCursor, ...cursor });
        const plan = await (engine === "sqlite" ? query.explain(undefined, sql`query plan`) : query.explain("text"));
        const planText = JSON.stringify(plan);
        const index = origin === undefined ? "suppressions_by_time" : "suppressions_by_origin";
        expect(planText).toContain(index);
        expect(planText).not.toMatch(/sort|temp b-tree|seq scan|filter/i);
        if (Object.keys(cursor).length > 0) {
          expect(planText).toMatch(engine === "sqlite" ? /\(created_at,id\)[<>]/ : /ROW\(created_at, id\) [<>]/);
        }
        expect(query.compile().sql).not.toMatch(/offset/i);
      }
    }
  });
});
