import { compiledOnce } from "./compiled-once.js";
import type { SandboxDatabase } from "./tables.js";

export interface Team {
  id: string;
  /** Enrolled in the private beta (G3). */
  inBeta: boolean;
}

const byId = compiledOnce((db, { id }: { id: string }) =>
  db.selectFrom("teams").select(["id", "in_beta"]).where("id", "=", id),
);

/** Finds a team; undefined if it does not exist. */
export async function findTeam(db: SandboxDatabase, id: string): Promise<Team | undefined> {
  const [row] = await byId(db, { id });
  return row && { id: row.id, inBeta: row.in_beta === 1 };
}
