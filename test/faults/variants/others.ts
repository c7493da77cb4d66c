import { putSuppression } from "../../../src/sandbox/database/suppressions.js";
import type { SuppressionRow } from "../../../src/sandbox/database/tables.js";
import { TEAMS } from "../../../src/sandbox/seed.js";
import type { Change, Tools } from "../change.js";

type Database = Tools["sandbox"]["db"];

/** What others do to the first team's list, in turns of so many requests: whoever reads meanwhile sees both. */
function meanwhile(
  id: string,
  title: string,
  turn: number,
  act: (at: number, db: Database, made: Set<string>) => Promise<void>,
): Change {
  const ofServer = new WeakMap<object, Set<string>>();
  return {
    id: `others-${id}`,
    title,
    open: "RFC 9110",
    async request(request, { number, sandbox, memory, alone }) {
      const made = ofServer.get(memory) ?? new Set();
      ofServer.set(memory, made);
      await alone(() => act(number % turn, sandbox.db, made));
      return request;
    },
  };
}

async function add(db: Database): Promise<string> {
  const email = `others-${Math.random().toString(36).slice(2)}@example.com`;
  const { id } = await putSuppression(db, {
    ...{ team: TEAMS.first, email, origin: "bounce", sourceId: null },
    at: Date.now(),
  });
  return id;
}

async function remove(db: Database, id: string | undefined): Promise<SuppressionRow | undefined> {
  if (id === undefined) return undefined;
  return db.deleteFrom("suppressions").where("id", "=", id).returningAll().executeTakeFirst();
}

/** A made-up suppression that no example speaks of, from the middle of the list. */
async function madeUp(db: Database): Promise<string | undefined> {
  const rows = await db
    .selectFrom("suppressions")
    .select("id")
    .where("team_id", "=", TEAMS.first)
    .where("email", "like", "person-%")
    .orderBy("id")
    .execute();
  return rows[Math.floor(rows.length / 2)]?.id;
}

export const OTHERS: Change[] = [
  {
    id: "others-added-twice",
    title: "Has addresses that are on the list twice.",
    open: "U11",
    async request(request, { sandbox: { db }, memory, alone }) {
      await alone(async () => {
        if (memory.has("twice")) return;
        memory.set("twice", "");
        const rows = await db
          .selectFrom("suppressions")
          .select(["id", "email"])
          .where("email", "like", "person-%")
          .execute();
        const [older, newer] = [rows.slice(0, 15), rows.slice(15, 30)];
        for (const [at, { id }] of older.entries()) {
          const email = newer[at]?.email ?? "";
          await db
            .updateTable("suppressions")
            .set({ email, address: `older ${id}` })
            .where("id", "=", id)
            .execute();
        }
      });
      return request;
    },
  },

  meanwhile("add", "Has users who add a suppression every nine requests.", 9, async (at, db) => {
    if (at === 0) await add(db);
  }),
  meanwhile("remove", "Has users who remove an old suppression every nine requests.", 9, async (at, db) => {
    if (at === 0) await remove(db, await madeUp(db));
  }),
  meanwhile("add-and-remove", "Has users who add a suppression and soon remove it.", 7, async (at, db, made) => {
    if (at === 0) made.add(await add(db));
    if (at !== 3) return;
    for (const id of made) await remove(db, id);
    made.clear();
  }),
  meanwhile("remove-newest", "Has users who remove the newest bounce while it is read.", 100, async (at, db) => {
    if (at < 2 || at > 40 || at % 5 !== 0) return;
    const newest = await db
      .selectFrom("suppressions")
      .select("id")
      .where("team_id", "=", TEAMS.first)
      .where("email", "like", "person-%")
      .orderBy("created_at", "desc")
      .executeTakeFirst();
    await remove(db, newest?.id);
  }),
  meanwhile("change", "Has users by whom what bounced turns manual.", 11, async (at, db) => {
    const id = at === 0 ? await madeUp(db) : undefined;
    if (id === undefined) return;
    await db.updateTable("suppressions").set({ origin: "manual", source_id: null }).where("id", "=", id).execute();
  }),
];
