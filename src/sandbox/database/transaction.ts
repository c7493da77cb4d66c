import { setTimeout } from "node:timers/promises";
import type { SandboxDatabase } from "./tables.js";
import { codeOf } from "./unavailable.js";

/**
 * SQLSTATE 40001 (serialization failure) and 40P01 (deadlock): nothing was done, and trying again is the remedy. SQLite
 * has neither: a transaction takes the lock before it begins.
 */
const CONFLICTS = ["40001", "40P01"];
const TRIES = 5;

/**
 * Does all of `work` or none of it. A conflict with another transaction, which distributed databases report where
 * PostgreSQL would wait, makes it start over, so `work` does nothing outside the database.
 *
 * @throws what `work` throws, or the last conflict after 5 tries
 */
export async function inTransaction<Result>(
  db: SandboxDatabase,
  work: (transaction: SandboxDatabase) => Promise<Result>,
): Promise<Result> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (left === 0 || !(error instanceof Error) || !CONFLICTS.includes(codeOf(error))) throw error;
      await setTimeout(Math.random() * 20 * (TRIES - left));
    }
  }
}
