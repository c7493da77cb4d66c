import { setTimeout } from "node:timers/promises";
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  RawNode,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import type Libsql from "libsql";
import type { SandboxDatabase, Tables } from "./tables.js";
import { isBusy } from "./unavailable.js";

/** How long a statement waits while another process writes, in milliseconds. */
const PATIENCE = 5000;

/** Opens a SQLite file, or a database in memory by the name `:memory:`. */
export async function openSqlite(file: string): Promise<SandboxDatabase> {
  const { default: Database } = await import("libsql");
  // SQLite's own waiting (busy_timeout, here 0) would hold up every other request: it sleeps in this thread.
  const database = new Database(file, { timeout: 0 });
  // What was acknowledged is on the disk, also if the machine fails: WAL with NORMAL would promise less.
  await whenFree(() => database.exec("pragma journal_mode = wal; pragma synchronous = full"));
  return new Kysely<Tables>({ dialect: new PatientDialect(database) });
}

/** How many statements are kept: more than the sandbox has. */
const KEPT = 100;

/**
 * A database that keeps its statements: making one of its text takes as long as running it. The one that was used least
 * recently gives way.
 */
function keepingStatements(database: Libsql.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    prepare: (text) => {
      const statement = kept.get(text) ?? keepable(database.prepare(text), () => kept.delete(text));
      kept.delete(text);
      kept.set(text, statement);
      if (kept.size > KEPT) {
        const [oldest = ""] = kept.keys();
        kept.delete(oldest);
      }
      return statement;
    },
    close: () => {
      kept.clear();
      database.close();
    },
  };
}

/** One that failed may still be under way, and is not used again. */
function keepable(statement: Libsql.Statement, drop: () => void): SqliteStatement {
  const dropping = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      drop();
      throw error;
    }
  };
  return {
    reader: statement.reader,
    all: (values) => dropping(() => statement.all(values)),
    run: (values) => dropping(() => statement.run(values)),
    iterate: (values) => dropping(() => statement.iterate(values)),
  };
}

/** Does what another process' lock may keep from being done; nothing of it is done then. */
async function whenFree<Result>(work: () => Result, pause = wait): Promise<Awaited<Result>> {
  for (const deadline = Date.now() + PATIENCE; ; ) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
    }
    await pause();
  }
}

/** At random, lest two that wait for each other do so in step. */
function wait(): Promise<void> {
  return setTimeout(5 + 45 * Math.random());
}

class PatientDialect extends SqliteDialect {
  readonly #driver: PatientDriver;

  constructor(database: Libsql.Database) {
    super({ database });
    this.#driver = new PatientDriver(database);
  }

  override createDriver(): PatientDriver {
    return this.#driver;
  }

  override createAdapter(): PatientAdapter {
    return new PatientAdapter(this.#driver);
  }
}

export class PatientAdapter extends SqliteAdapter {
  readonly #driver: PatientDriver;

  constructor(driver: PatientDriver) {
    super();
    this.#driver = driver;
  }

  /** Makes Kysely migrate in one transaction, as SQLite can: of several processes that start at once, one does. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /**
   * Reads without the promises of Kysely's way to a connection, which take half as long as the reading.
   *
   * @returns undefined where that way is needed: for what writes, while another has the connection, and for what failed
   */
  readAtOnce<Row>(query: CompiledQuery<Row>): Row[] | undefined {
    return this.#driver.readAtOnce(query);
  }
}

/**
 * Kysely's driver; a statement that meets another process' lock is tried again, while other requests go on.
 *
 * Whatever writes takes the lock first, by `exec`. A prepared statement that meets the lock would stay under way until
 * it is garbage, and no transaction could be committed meanwhile; a transaction that reads first might find that
 * another process wrote since, and could not go on (both seen with libsql 0.5).
 */
class PatientDriver extends SqliteDriver {
  readonly #database: Libsql.Database;
  readonly #statements: SqliteDatabase;
  /** The one connection, as it is handed out. */
  #connection: DatabaseConnection | undefined;
  #isTaken = false;
  /** Who waits for it, in order. */
  readonly #waiting: (() => void)[] = [];

  constructor(database: Libsql.Database) {
    const statements = keepingStatements(database);
    super({ database: statements });
    this.#database = database;
    this.#statements = statements;
  }

  readAtOnce<Row>({ query, sql, parameters }: CompiledQuery<Row>): Row[] | undefined {
    if (this.#isTaken || !SelectQueryNode.is(query)) return undefined;
    try {
      // That rows have the columns of their query is what Kysely's types say, here as on its own way.
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

  /** One after the other. Kysely's lock wakes all who wait, each time, to let one of them have it. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#connection) throw new Error("The database is not open.");
    if (this.#isTaken) await new Promise<void>((next) => this.#waiting.push(next));
    this.#isTaken = true;
    return this.#connection;
  }

  override async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }

  override async beginTransaction(): Promise<void> {
    await whenFree(
      () => this.#database.exec("begin immediate"),
      () => this.#pause(),
    );
  }

  async #execute<Row>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    const execute = () => connection.executeQuery<Row>(query);
    if (SelectQueryNode.is(query.query) || RawNode.is(query.query)) {
      try {
        return await execute();
      } catch (error) {
        if (!isBusy(error) || this.#database.inTransaction) throw error;
        return whenFree(execute, () => this.#pause());
      }
    }
    if (this.#database.inTransaction) return execute();
    await this.beginTransaction();
    try {
      const result = await execute();
      this.#database.exec("commit");
      return result;
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec("rollback");
      throw error;
    }
  }

  /** Waits without the connection, which there is one of: reading needs no lock. */
  async #pause(): Promise<void> {
    await this.releaseConnection();
    await wait();
    await this.acquireConnection();
  }
}
