import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageQuery } from "../../src/sandbox/database/suppressions.js";
import { TEAMS } from "../../src/sandbox/seed.js";
import { onEachDatabase } from "./databases.js";
import { type TestSandbox, testSandbox } from "./sandbox.js";

onEachDatabase((make) => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await testSandbox(make, { rows: 5000 });
    await sql`analyze`.execute(sandbox.db);
  });
  afterAll(() => sandbox.stop());

  test("a page is read from an index, from the cursor on: nothing is sorted, skipped or scanned", async () => {
    const { db, engine } = sandbox;
    const rows = await db.selectFrom("suppressions").selectAll().orderBy("created_at").execute();
    const row = rows[2500];
    if (!row) throw new Error("There are fewer rows than were asked for.");
    const time = row.created_at;
    const places = [{}, { afterTime: time, afterId: row.id }, { beforeTime: time, beforeId: row.id }];
    for (const origin of [undefined, "bounce"] as const) {
      for (const place of places) {
        const nowhere = { afterTime: undefined, afterId: undefined, beforeTime: undefined, beforeId: undefined };
        const query = pageQuery(db, { team: TEAMS.first, take: 21, origin, ...nowhere, ...place });
        const plan = await (engine === "sqlite" ? query.explain(undefined, sql`query plan`) : query.explain("text"));
        const told = JSON.stringify(plan);
        const index = origin === undefined ? "suppressions_by_time" : "suppressions_by_origin";
        expect(told).toContain(index);
        expect(told).not.toMatch(/sort|temp b-tree|seq scan|filter/i);
        if (Object.keys(place).length > 0) {
          expect(told).toMatch(engine === "sqlite" ? /\(created_at,id\)[<>]/ : /ROW\(created_at, id\) [<>]/);
        }
        expect(query.compile().sql).not.toMatch(/offset/i);
      }
    }
  });
});
