import { setTimeout } from "node:timers/promises";
import type { Kysely } from "kysely";
import { codeOf } from "./unavailable.js";

/**
 * SQLSTATE 40001 (serialization failure) and 40P01 (deadlock): the transaction changed nothing and can be retried.
 * SQLite has neither error, because a transaction takes the lock before it begins.
 */
const CONFLICTS = ["40001", "40P01"];
const MAX_ATTEMPTS = 5;

/**
 * Does all of `work` or none of it. After a conflict with another transaction, `work` is called again, so it must have
 * no effect outside the database. Distributed databases report conflicts where PostgreSQL would wait.
 *
 * @throws the error of `work`; a conflict only after the fifth attempt
 */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (transaction: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(error instanceof Error) || !CONFLICTS.includes(codeOf(error))) throw error;
      await setTimeout(Math.random() * 20 * attempt);
    }
  }
}
