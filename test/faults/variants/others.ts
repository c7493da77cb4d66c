import { putSuppression } from "#team-api/sandbox/database/suppressions.js";
import { TEAMS } from "#team-api/sandbox/seed.js";
import type { Change, Tools } from "../change.js";

type Database = Tools["sandbox"]["db"];

/** What others do to the first team's list, in turns of so many requests: whoever reads meanwhile sees both. */
function meanwhile(
  id: string,
  title: string,
  turn: number,
  act: (at: number, db: Database, memory: Tools["memory"]) => Promise<void>,
): Change {
  return {
    id: `others-${id}`,
    title,
    open: "RFC 9110",
    async request(request, { number, sandbox, memory, alone }) {
      await alone(() => act(number % turn, sandbox.db, memory));
      return request;
    },
  };
}

async function add(db: Database): Promise<string> {
  const email = `others-${Math.random().toString(36).slice(2)}@example.com`;
  const added = { team: TEAMS.first, email, origin: "bounce", sourceId: null, at: Date.now() } as const;
  return (await putSuppression(db, added)).id;
}

async function remove(db: Database, id: string | undefined): Promise<void> {
  if (id !== undefined) await db.deleteFrom("suppressions").where("id", "=", id).execute();
}

/** The made-up suppressions, which no example speaks of, from the newest on. */
function madeUp(db: Database) {
  return db
    .selectFrom("suppressions")
    .select(["id", "email"])
    .where("team_id", "=", TEAMS.first)
    .where("email", "like", "person-%")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** One from the middle of the list. */
async function someMadeUp(db: Database): Promise<string | undefined> {
  const rows = await madeUp(db);
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
        const rows = (await madeUp(db)).toReversed();
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
    if (at === 0) await remove(db, await someMadeUp(db));
  }),
  meanwhile("add-and-remove", "Has users who add a suppression and soon remove it.", 7, async (at, db, memory) => {
    if (at === 0) memory.set("added", await add(db));
    if (at === 3) await remove(db, memory.get("added"));
  }),
  meanwhile("remove-newest", "Has users who remove the newest suppression while it is read.", 100, async (at, db) => {
    if (at >= 2 && at <= 40 && at % 5 === 0) await remove(db, (await madeUp(db))[0]?.id);
  }),
  meanwhile("change", "Has users by whom what bounced turns manual.", 11, async (at, db) => {
    const id = at === 0 ? await someMadeUp(db) : undefined;
    if (id === undefined) return;
    await db.updateTable("suppressions").set({ origin: "manual", source_id: null }).where("id", "=", id).execute();
  }),
];
