import type { ImportRow, SandboxDatabase } from "./tables.js";

/** One contact import of a team. */
export function importById(db: SandboxDatabase, team: string, id: string): Promise<ImportRow | undefined> {
  return db
    .selectFrom("contact_imports")
    .selectAll()
    .where("team_id", "=", team)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Imports as they are; one that exists already stays as it is. */
export async function insertImports(db: SandboxDatabase, imports: readonly ImportRow[]): Promise<void> {
  if (imports.length === 0) return;
  await db
    .insertInto("contact_imports")
    .values([...imports])
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}
