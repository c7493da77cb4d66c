import { setImmediate } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import type { SuppressionOrigin } from "#generated/schema.js";
import { compiledOnce } from "./compiled-once.js";
import type { SandboxDatabase, SuppressionRow } from "./tables.js";

/** Rows that one statement inserts: well below the maximum number of values in SQLite and PostgreSQL. */
const BATCH = 1000;

/**
 * The form in which addresses are compared: in lower case, and composed (RFC 6532, section 3.1). A final sigma equals a
 * sigma, because both have the same capital letter. `ß` does not equal `ss`, because that is another address.
 */
function addressOf(email: string): string {
  return email.normalize("NFD").toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}

/**
 * Puts an address on a team's list. An address that is on it already keeps its id, time and spelling. It gets the new
 * origin, because A3 applies to every add.
 *
 * @param suppression `at` is in milliseconds since 1970
 * @returns the row's id, and whether the row is new
 */
export async function putSuppression(
  db: SandboxDatabase,
  suppression: { team: string; email: string; origin: SuppressionOrigin; sourceId: string | null; at: number },
): Promise<{ id: string; added: boolean }> {
  const { team, email, origin, sourceId, at } = suppression;
  // Version 7: of two ids from the same millisecond, the later one is greater (RFC 9562, section 6.2).
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
  if (!row) throw new Error("The database returned no row for an added suppression.");
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

/** Inserts suppressions; a suppression whose id or address exists already is left unchanged. */
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
    // SQLite runs in this thread. Other requests and garbage collection need a turn of the event loop.
    await setImmediate();
  };
  for (const row of rows) {
    batch.push({ ...row, address: addressOf(row.email) });
    if (batch.length === BATCH) await flush();
  }
  await flush();
}

/** Finds a suppression of a team by its id (R1); undefined if there is none. */
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

/** Finds a suppression of a team by its address (R2); undefined if there is none. */
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

/** The columns that the list is ordered by. */
export type Position = Pick<SuppressionRow, "created_at" | "id">;

export interface PageRequest {
  team: string;
  limit: number;
  origin: SuppressionOrigin | undefined;
  /** At most one of the two cursors. */
  after: Position | undefined;
  before: Position | undefined;
}

/**
 * Reads a page of a team's list, newest first.
 *
 * @returns at most `limit` rows, and whether more rows follow in the direction of the cursor (L8)
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

export interface PageParameters {
  team: string;
  /** The number of rows to read: one more than the page has, to see whether more rows follow. */
  take: number;
  origin: SuppressionOrigin | undefined;
  afterTime: number | undefined;
  afterId: string | undefined;
  beforeTime: number | undefined;
  beforeId: string | undefined;
}

/**
 * Keyset pagination. An index finds the rows beyond the cursor, however deep in the list. Rows that are added while a client
 * pages shift nothing.
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

/** Removes a suppression of any team; false if there is none. Only the control plane uses it. */
export async function removeSuppression(db: SandboxDatabase, id: string): Promise<boolean> {
  const removed = await db.deleteFrom("suppressions").where("id", "=", id).returning("id").execute();
  return removed.length > 0;
}
