import { setImmediate } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import type { SuppressionOrigin } from "../../../generated/schema.js";
import { compiledOnce } from "./compiled-once.js";
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
  const [row] = await put(db, {
    id,
    team_id: team,
    email,
    address: addressOf(email),
    origin,
    source_id: sourceId,
    created_at: at,
  });
  if (!row) throw new Error("The database did not tell what it put on the list.");
  return { id: row.id, added: row.id === id };
}

const put = compiledOnce((db, row: SuppressionRow) =>
  db
    .insertInto("suppressions")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["team_id", "address"]).doUpdateSet({ origin: row.origin, source_id: row.source_id }),
    )
    .returning("id"),
);

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

/** One suppression of a team, by its id (R1); undefined if there is none. */
export async function suppressionById(
  db: SandboxDatabase,
  team: string,
  id: string,
): Promise<SuppressionRow | undefined> {
  const [row] = await byId(db, { team, id });
  return row;
}

const byId = compiledOnce((db, { team, id }: { team: string; id: string }) =>
  db.selectFrom("suppressions").selectAll().where("team_id", "=", team).where("id", "=", id),
);

/** One suppression of a team, by its address (R2); undefined if there is none. */
export async function suppressionByEmail(
  db: SandboxDatabase,
  team: string,
  email: string,
): Promise<SuppressionRow | undefined> {
  const [row] = await byAddress(db, { team, address: addressOf(email) });
  return row;
}

const byAddress = compiledOnce((db, { team, address }: { team: string; address: string }) =>
  db.selectFrom("suppressions").selectAll().where("team_id", "=", team).where("address", "=", address),
);

/** What a place in the list is known by. */
export type Place = Pick<SuppressionRow, "created_at" | "id">;

/** Which part of a team's list is asked for. */
export interface PageRequest {
  team: string;
  limit: number;
  origin: SuppressionOrigin | undefined;
  /** Behind this place, or before it; not both. */
  after: Place | undefined;
  before: Place | undefined;
}

/**
 * A page of a team's list, newest first.
 *
 * @returns at most `limit` rows, and whether more lie beyond them in the direction of the cursor (L8)
 */
export async function pageOfSuppressions(
  db: SandboxDatabase,
  { team, limit, origin, after, before }: PageRequest,
): Promise<{ rows: SuppressionRow[]; hasMore: boolean }> {
  const found = await page(db, {
    team,
    origin,
    take: limit + 1,
    afterTime: after?.created_at,
    afterId: after?.id,
    beforeTime: before?.created_at,
    beforeId: before?.id,
  });
  const rows = found.slice(0, limit);
  return { rows: before ? rows.reverse() : rows, hasMore: found.length > limit };
}

/** What pageQuery is given. */
export interface PageParameters {
  team: string;
  /** One row more than the page has tells whether more exist. */
  take: number;
  origin: SuppressionOrigin | undefined;
  afterTime: number | undefined;
  afterId: string | undefined;
  beforeTime: number | undefined;
  beforeId: string | undefined;
}

/**
 * Keyset paging: what lies beyond the cursor is found by an index, however deep in the list, and rows that are added
 * meanwhile shift nothing.
 */
export function pageQuery(
  db: SandboxDatabase,
  { team, take, origin, afterTime, afterId, beforeTime, beforeId }: PageParameters,
) {
  let query = db.selectFrom("suppressions").selectAll().where("team_id", "=", team);
  if (origin !== undefined) query = query.where("origin", "=", origin);
  if (afterTime !== undefined && afterId !== undefined) {
    query = query.where(({ refTuple, tuple, eb }) => eb(refTuple("created_at", "id"), "<", tuple(afterTime, afterId)));
  }
  if (beforeTime !== undefined && beforeId !== undefined) {
    query = query.where(({ refTuple, tuple, eb }) =>
      eb(refTuple("created_at", "id"), ">", tuple(beforeTime, beforeId)),
    );
  }
  const order = beforeId === undefined ? "desc" : "asc";
  return query.orderBy("created_at", order).orderBy("id", order).limit(take);
}

const page = compiledOnce(pageQuery);

/** Takes a suppression of any team off its list; for the control plane alone. */
export async function removeSuppression(db: SandboxDatabase, id: string): Promise<boolean> {
  const removed = await db.deleteFrom("suppressions").where("id", "=", id).returning("id").execute();
  return removed.length > 0;
}
