import { type CompiledQuery, Kysely, SqliteAdapter, SqliteDialect } from "kysely";
import type Libsql from "libsql";
import { RetryingDriver } from "./driver.js";
import { retryWhileBusy } from "./retry.js";

/** Opens a SQLite file, or a database in memory by the name `:memory:`. */
export async function openSqlite<Tables>(file: string): Promise<Kysely<Tables>> {
  const { default: Database } = await import("libsql");
  // SQLite's own waiting (busy_timeout, 0 here) sleeps in this thread, and so would delay every other request.
  const database = new Database(file, { timeout: 0 });
  // With `full`, an acknowledged write survives a crash of the machine; WAL with `normal` may lose it.
  await retryWhileBusy(() => database.exec("pragma journal_mode = wal; pragma synchronous = full"));
  return new Kysely<Tables>({ dialect: new RetryingDialect(database) });
}

class RetryingDialect extends SqliteDialect {
  readonly #driver: RetryingDriver;

  constructor(database: Libsql.Database) {
    super({ database });
    this.#driver = new RetryingDriver(database);
  }

  override createDriver(): RetryingDriver {
    return this.#driver;
  }

  override createAdapter(): RetryingAdapter {
    return new RetryingAdapter(this.#driver);
  }
}

export class RetryingAdapter extends SqliteAdapter {
  readonly #driver: RetryingDriver;

  constructor(driver: RetryingDriver) {
    super();
    this.#driver = driver;
  }

  /** Makes Kysely migrate in one transaction, so that of several processes that start at once only one migrates. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /**
   * Reads without the promises by which Kysely acquires a connection; they take half as long as the read itself.
   *
   * @returns undefined if the query must use Kysely's way: a write, a connection in use, or a read that failed
   */
  readDirectly<Row>(query: CompiledQuery<Row>): Row[] | undefined {
    return this.#driver.readDirectly(query);
  }
}
