import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  RawNode,
  SelectQueryNode,
  type SqliteDatabase,
  SqliteDriver,
} from "kysely";
import type Libsql from "libsql";
import { isBusy } from "../unavailable.js";
import { randomPause, retryWhileBusy } from "./retry.js";
import { withStatementCache } from "./statement-cache.js";

/**
 * Kysely's driver for SQLite, with retries of a statement that the lock of another process prevents. Other requests continue
 * meanwhile.
 *
 * Every write takes the lock first, by `exec`, for two reasons seen with libsql 0.5. A prepared statement that meets the
 * lock stays active until it is garbage-collected, and blocks every commit. A transaction that reads first fails if another
 * process has written since.
 */
export class RetryingDriver extends SqliteDriver {
  readonly #database: Libsql.Database;
  readonly #statements: SqliteDatabase;
  #connection: DatabaseConnection | undefined;
  #isInUse = false;
  /** Resolvers of the callers that wait for the connection, in order. */
  readonly #waiting: (() => void)[] = [];

  constructor(database: Libsql.Database) {
    const statements = withStatementCache(database);
    super({ database: statements });
    this.#database = database;
    this.#statements = statements;
  }

  /** See RetryingAdapter.readDirectly. */
  readDirectly<Row>({ query, sql, parameters }: CompiledQuery<Row>): Row[] | undefined {
    if (this.#isInUse || !SelectQueryNode.is(query)) return undefined;
    try {
      // Kysely's types state the columns of each query, and its own driver relies on them in the same way.
      return this.#statements.prepare(sql).all(parameters) as Row[];
    } catch {
      return undefined;
    }
  }

  override async init(): Promise<void> {
    await super.init();
    const connection = await super.acquireConnection();
    this.#connection = {
      executeQuery: (query) => this.#execute(connection, query),
      streamQuery: connection.streamQuery.bind(connection),
    };
  }

  /** First come, first served. Kysely's own lock wakes all waiting callers each time, for one of them to continue. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#connection) throw new Error("The database is not open.");
    if (this.#isInUse) await new Promise<void>((next) => this.#waiting.push(next));
    this.#isInUse = true;
    return this.#connection;
  }

  override async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isInUse = false;
  }

  override async beginTransaction(): Promise<void> {
    await retryWhileBusy(
      () => this.#database.exec("begin immediate"),
      () => this.#pause(),
    );
  }

  /** SQLite itself rolls back after some errors, SQLITE_FULL for example. Another rollback would hide the first error. */
  override async rollbackTransaction(): Promise<void> {
    if (this.#database.inTransaction) this.#database.exec("rollback");
  }

  async #execute<Row>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    const execute = () => connection.executeQuery<Row>(query);
    if (SelectQueryNode.is(query.query) || RawNode.is(query.query)) {
      try {
        return await execute();
      } catch (error) {
        if (!isBusy(error) || this.#database.inTransaction) throw error;
        return retryWhileBusy(execute, () => this.#pause());
      }
    }
    if (this.#database.inTransaction) return execute();
    await this.beginTransaction();
    try {
      const result = await execute();
      this.#database.exec("commit");
      return result;
    } catch (error) {
      await this.rollbackTransaction();
      throw error;
    }
  }

  /** Releases the connection while it waits: there is only one, and reads do not need the lock. */
  async #pause(): Promise<void> {
    await this.releaseConnection();
    await randomPause();
    await this.acquireConnection();
  }
}
