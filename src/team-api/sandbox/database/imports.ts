import { compiledOnce } from "./compiled-once.js";
import type { ImportRow, SandboxDatabase } from "./tables.js";

/** Finds a contact import of a team; undefined if there is none. */
export async function importById(db: SandboxDatabase, team: string, id: string): Promise<ImportRow | undefined> {
  const [row] = await byId(db, { team, id });
  return row;
}

const byId = compiledOnce((db, { team, id }: { team: string; id: string }) =>
  db.selectFrom("contact_imports").selectAll().where("team_id", "=", team).where("id", "=", id),
);

/** Inserts imports; an import whose id exists already is left unchanged. */
export async function insertImports(db: SandboxDatabase, imports: readonly ImportRow[]): Promise<void> {
  if (imports.length === 0) return;
  await db
    .insertInto("contact_imports")
    .values([...imports])
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}
