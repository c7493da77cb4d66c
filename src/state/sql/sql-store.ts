import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { openDatabase } from "#database/open.js";
import { inTransaction } from "#database/transaction.js";
import { parseJson } from "#http/body/parse-json.js";
import { asList, asObject, type Json } from "#openapi/document/document.js";
import { writtenKey } from "../family.js";
import type { Store } from "../keep.js";
import type { State } from "../state.js";
import type { Stored } from "../store.js";
import type { Change } from "../tenants.js";
import { migrations, PLACE, type ResourceRow, type Tables } from "./tables.js";

/** Rows that one statement writes: well below the maximum number of values in SQLite and PostgreSQL. */
const BATCH = 1000;

/** After so many changes, rows of deleted resources are removed. */
const FORGET_EACH = 200;

/**
 * Opens a database that keeps a state. Processes may share it: before each request, a process reads what others have changed. Of
 * several that write, each waits for the transaction of the one before.
 *
 * @param document the name of the document: states of other documents in the same database are apart
 * @param location the path of a SQLite file, or the URL of a PostgreSQL (`postgres://…`)
 * @param state called for each request, as the state is replaced when the document changes
 * @throws UserError if the database cannot be used
 */
export async function openSqlStore(document: string, location: string, state: () => State): Promise<Store> {
  const tables = { name: "mock", list: "mock_migration", migrations };
  const { db } = await openDatabase<Tables>(location, tables);
  const clock = { document, change: 0, forgotten: 0 };
  await db
    .insertInto("mock_clocks")
    .values(clock)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = new KeptState(db, document, state);
  return {
    exchange: (isSafe, work) => kept.exchange(isSafe, work),
    // No key is written into a database.
    tenantId: (key) => (key === "" ? "" : hash("sha256", key)),
    close: () => db.destroy(),
  };
}

/** A state, and how much of the database it has. */
class KeptState {
  readonly #db: Kysely<Tables>;
  readonly #document: string;
  readonly #stateNow: () => State;
  #filled: State | undefined;
  /** The last change that the state has. */
  #change = 0;
  /** Ends when the exchange before has ended. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(db: Kysely<Tables>, document: string, stateNow: () => State) {
    this.#db = db;
    this.#document = document;
    this.#stateNow = stateNow;
  }

  exchange<Result>(isSafe: boolean, work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(() => (isSafe ? this.#read(work) : this.#write(work)));
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Without a lock. Work that changes something after all is done again with one. */
  async #read<Result>(work: () => Promise<Result>): Promise<Result> {
    const state = await this.#upToDate(this.#db);
    const { result, changes } = await state.recorded(work);
    if (changes.length === 0) return result;
    state.undo(changes);
    return this.#write(work);
  }

  async #write<Result>(work: () => Promise<Result>): Promise<Result> {
    let made: { state: State; changes: readonly Change[] } | undefined;
    try {
      const { result, change } = await inTransaction(this.#db, async (transaction) => {
        made?.state.undo(made.changes);
        made = undefined;
        const next = await this.#locked(transaction);
        const state = await this.#upToDate(transaction);
        const recorded = await state.recorded(work);
        made = { state, changes: recorded.changes };
        await this.#keep(transaction, recorded.changes, next);
        return { result: recorded.result, change: next };
      });
      this.#change = change;
      return result;
    } catch (error) {
      made?.state.undo(made.changes);
      throw error;
    }
  }

  /** Takes the lock of writers until the end of the transaction. @returns the number of its change */
  async #locked(db: Kysely<Tables>): Promise<number> {
    const { change } = await db
      .updateTable("mock_clocks")
      .set(({ eb }) => ({ change: eb("change", "+", 1) }))
      .where("document", "=", this.#document)
      .returning("change")
      .executeTakeFirstOrThrow();
    if (change % FORGET_EACH === 0) await this.#forgetDeleted(db, change);
    return change;
  }

  async #forgetDeleted(db: Kysely<Tables>, change: number): Promise<void> {
    await this.#upToDate(db);
    await db.deleteFrom("mock_resources").where("document", "=", this.#document).where("value", "is", null).execute();
    await db
      .updateTable("mock_clocks")
      .set({ forgotten: change - 1 })
      .where("document", "=", this.#document)
      .execute();
    this.#change = change - 1;
  }

  /** The state with all that is kept. */
  async #upToDate(db: Kysely<Tables>): Promise<State> {
    const state = this.#stateNow();
    const { forgotten } = await db
      .selectFrom("mock_clocks")
      .select("forgotten")
      .where("document", "=", this.#document)
      .executeTakeFirstOrThrow();
    if (state !== this.#filled) await this.#nameAsPlaced(db, state);
    if (state !== this.#filled || forgotten > this.#change) {
      state.clear();
      this.#filled = state;
      this.#change = 0;
    }
    const rows = await db
      .selectFrom("mock_resources")
      .selectAll()
      .where("document", "=", this.#document)
      .where("change", ">", this.#change)
      .orderBy("sequence")
      .execute();
    state.apply(rows.map(changeOf));
    this.#change = rows.reduce((last, { change }) => Math.max(last, change), this.#change);
    return state;
  }

  /** Gives resources of earlier versions the names of their families today, unless others are there. */
  async #nameAsPlaced(db: Kysely<Tables>, { families }: State): Promise<void> {
    for (const family of families) {
      const former = writtenKey(family);
      if (former === undefined || families.some(({ key }) => key === former)) continue;
      await db
        .updateTable("mock_resources")
        .set({ family: family.key })
        .where("document", "=", this.#document)
        .where("family", "=", former)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("mock_resources as present")
                .select("present.key")
                .where("present.family", "=", family.key)
                .whereRef("present.document", "=", "mock_resources.document")
                .whereRef("present.tenant", "=", "mock_resources.tenant")
                .whereRef("present.scope", "=", "mock_resources.scope")
                .whereRef("present.key", "=", "mock_resources.key"),
            ),
          ),
        )
        .execute();
    }
  }

  async #keep(db: Kysely<Tables>, changes: readonly Change[], change: number): Promise<void> {
    // A resource that changed several times is written once.
    const rows = new Map(changes.map((made) => this.#rowOf(made, change)).map((row) => [placeOf(row), row]));
    const all = [...rows.values()];
    for (let start = 0; start < all.length; start += BATCH) {
      await db
        .insertInto("mock_resources")
        .values(all.slice(start, start + BATCH))
        .onConflict((conflict) =>
          conflict.columns([...PLACE]).doUpdateSet(({ ref }) => ({
            collection: ref("excluded.collection"),
            sequence: ref("excluded.sequence"),
            version: ref("excluded.version"),
            value: ref("excluded.value"),
            change: ref("excluded.change"),
          })),
        )
        .execute();
    }
  }

  #rowOf({ tenant, family, before, after }: Change, change: number): ResourceRow {
    const stored = after ?? before;
    if (!stored) throw new Error("A change has a resource, before or after it.");
    const { scope, key, collection, sequence, version, value } = stored;
    return {
      ...{ document: this.#document, tenant, family, key, sequence, version, change },
      scope: JSON.stringify(scope),
      collection: JSON.stringify(collection),
      value: after ? JSON.stringify(value) : null,
    };
  }
}

function placeOf({ tenant, family, scope, key }: ResourceRow): string {
  return JSON.stringify([tenant, family, scope, key]);
}

function changeOf({ tenant, family, scope, key, collection, sequence, version, value }: ResourceRow): Change {
  const stored: Stored = {
    ...{ key, sequence, version },
    scope: textsIn(scope),
    collection: textsIn(collection),
    value: asObject(parsed(value ?? "{}")),
  };
  return value === null
    ? { tenant, family, before: stored, after: undefined }
    : { tenant, family, before: undefined, after: stored };
}

function textsIn(json: string): string[] {
  return asList(parsed(json)).map(String);
}

/** @throws Error if someone else has written into the table */
function parsed(json: string): Json {
  const read = parseJson(json);
  if (!read) throw new Error(`The table mock_resources has ${JSON.stringify(json.slice(0, 100))}, which is not JSON.`);
  return read.value;
}
