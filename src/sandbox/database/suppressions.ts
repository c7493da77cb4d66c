import { setImmediate } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import type { SuppressionOrigin } from "../../../generated/schema.js";
import type { SandboxDatabase, SuppressionRow } from "./tables.js";

/** Rows that are written in one statement: well below what SQLite and PostgreSQL admit of values. */
const BATCH = 1000;

/**
 * An address as it is compared: without regard to how its letters are composed (RFC 6532, 3.1), and in lower case. The
 * final sigma is a sigma, since their capital is one; `ß` is not `ss`, since that would be another address.
 */
export function addressOf(email: string): string {
  return email.normalize("NFD").toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}

/**
 * Puts an address on a team's list with the given origin. An address that is on it already keeps its id, its time and
 * its spelling; the origin is the new one, because A3 holds for every add.
 *
 * @returns the row's id, and whether it is new
 */
export async function putSuppression(
  db: SandboxDatabase,
  suppression: { team: string; email: string; origin: SuppressionOrigin; sourceId: string | null; at: number },
): Promise<{ id: string; added: boolean }> {
  const { team, email, origin, sourceId, at } = suppression;
  // Version 7: of two that were made in one millisecond, the later is the greater (RFC 9562, 6.2).
  const id = uuid();
  const { id: kept } = await db
    .insertInto("suppressions")
    .values({ id, team_id: team, email, address: addressOf(email), origin, source_id: sourceId, created_at: at })
    .onConflict((conflict) => conflict.columns(["team_id", "address"]).doUpdateSet({ origin, source_id: sourceId }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id: kept, added: kept === id };
}

/** Suppressions as they are; an id or an address that is there already stays as it is. */
export async function insertSuppressions(
  db: SandboxDatabase,
  rows: Iterable<Omit<SuppressionRow, "address">>,
): Promise<void> {
  let batch: SuppressionRow[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    await db
      .insertInto("suppressions")
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    batch = [];
    // SQLite answers at once, without a turn of the event loop: requests, and freeing memory, wait for one.
    await setImmediate();
  };
  for (const row of rows) {
    batch.push({ ...row, address: addressOf(row.email) });
    if (batch.length === BATCH) await flush();
  }
  await flush();
}

/** One suppression of a team, by its id (R1). */
export function suppressionById(db: SandboxDatabase, team: string, id: string): Promise<SuppressionRow | undefined> {
  return db.selectFrom("suppressions").selectAll().where("team_id", "=", team).where("id", "=", id).executeTakeFirst();
}

/** One suppression of a team, by its address (R2). */
export function suppressionByEmail(
  db: SandboxDatabase,
  team: string,
  email: string,
): Promise<SuppressionRow | undefined> {
  return db
    .selectFrom("suppressions")
    .selectAll()
    .where("team_id", "=", team)
    .where("address", "=", addressOf(email))
    .executeTakeFirst();
}

/** Where a page begins: behind a row of the list, or before it. */
export interface Cursor {
  direction: "after" | "before";
  row: Pick<SuppressionRow, "created_at" | "id">;
}

/** Which part of a team's list is asked for. */
export interface PageRequest {
  team: string;
  limit: number;
  origin: SuppressionOrigin | undefined;
  cursor: Cursor | undefined;
}

/**
 * A page of a team's list, newest first.
 *
 * @returns at most `limit` rows, and whether more lie beyond them in the direction of the cursor (L8)
 */
export async function pageOfSuppressions(
  db: SandboxDatabase,
  page: PageRequest,
): Promise<{ rows: SuppressionRow[]; hasMore: boolean }> {
  const found = await pageQuery(db, page).execute();
  const rows = found.slice(0, page.limit);
  return { rows: page.cursor?.direction === "before" ? rows.reverse() : rows, hasMore: found.length > page.limit };
}

/**
 * Keyset paging: what lies beyond the cursor is found by an index, however deep in the list, and rows that are added
 * meanwhile shift nothing. One row more than asked for tells whether more exist.
 */
export function pageQuery(db: SandboxDatabase, { team, limit, origin, cursor }: PageRequest) {
  const backward = cursor?.direction === "before";
  const order = backward ? "asc" : "desc";
  let query = db.selectFrom("suppressions").selectAll().where("team_id", "=", team);
  if (origin !== undefined) query = query.where("origin", "=", origin);
  if (cursor) {
    const { created_at, id } = cursor.row;
    query = query.where((where) =>
      where(where.refTuple("created_at", "id"), backward ? ">" : "<", where.tuple(created_at, id)),
    );
  }
  return query
    .orderBy("created_at", order)
    .orderBy("id", order)
    .limit(limit + 1);
}

/** Takes a suppression of any team off its list; for the control plane alone. */
export async function removeSuppression(db: SandboxDatabase, id: string): Promise<boolean> {
  const removed = await db.deleteFrom("suppressions").where("id", "=", id).returning("id").execute();
  return removed.length > 0;
}
