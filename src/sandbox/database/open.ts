import { Kysely, PostgresDialect, SqliteDialect } from "kysely";
import type { Engine } from "./migrations.js";
import { migrate } from "./migrations.js";
import type { SandboxDatabase, Tables } from "./tables.js";

/** An open database with its tables in place. */
export interface Opened {
  db: SandboxDatabase;
  engine: Engine;
  /** What it is, for people: without user or password. */
  description: string;
}

/** How long SQLite waits while another process writes, and PostgreSQL may take to connect, in milliseconds. */
const PATIENCE = 5000;

/**
 * Opens a database and brings its tables up to date.
 *
 * @param location `:memory:`, the path of a SQLite file, or the URL of a PostgreSQL (`postgres://…`)
 * @throws Error if it cannot be opened, saying which and why; the URL's password is not in it
 */
export async function openDatabase(location: string): Promise<Opened> {
  const postgres = /^postgres(ql)?:\/\//.test(location);
  const description = postgres ? describePostgres(location) : location === ":memory:" ? "memory" : location;
  let db: SandboxDatabase | undefined;
  try {
    db = postgres ? await openPostgres(location) : await openSqlite(location);
    const engine = postgres ? "postgres" : "sqlite";
    await migrate(db, engine);
    return { db, engine, description };
  } catch (error) {
    await db?.destroy();
    const reason = error instanceof AggregateError ? error.errors[0] : error;
    const message = reason instanceof Error ? reason.message : String(reason);
    throw new Error(`The database ${description} cannot be used: ${message.replaceAll(location, description)}`);
  }
}

async function openSqlite(file: string): Promise<SandboxDatabase> {
  const { default: Database } = await import("libsql");
  const database = new Database(file);
  // What was acknowledged is on the disk, also if the machine fails: WAL with NORMAL would promise less.
  database.exec(`PRAGMA busy_timeout = ${PATIENCE}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`);
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
}

const BIGINT = 20;

async function openPostgres(connectionString: string): Promise<SandboxDatabase> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString,
    application_name: "sandbox",
    connectionTimeoutMillis: PATIENCE,
    statement_timeout: 2 * PATIENCE,
    // Milliseconds since 1970 are exact as numbers; pg hands out bigint as text unless told.
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === BIGINT ? Number : pg.types.getTypeParser(oid, format === "binary" ? "binary" : "text"),
    },
  });
  // A connection that breaks while idle is replaced by the pool; unheard, the event would end the process.
  pool.on("error", () => {});
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

function describePostgres(location: string): string {
  if (!URL.canParse(location)) return "that DATABASE_URL names";
  const { host, pathname } = new URL(location);
  return `PostgreSQL ${decodeURIComponent(pathname.slice(1)) || "(default)"} at ${host || "a local socket"}`;
}
