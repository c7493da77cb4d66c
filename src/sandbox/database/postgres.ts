import { Socket } from "node:net";
import { Kysely, PostgresDialect, sql } from "kysely";
import { requirePeers } from "../../peers.js";
import type { SandboxDatabase, Tables } from "./tables.js";

/** How long PostgreSQL may take to connect, in milliseconds. */
const CONNECT = 5000;
/** How long it may work on a statement. */
const STATEMENT = 10_000;
/** How long a connection may be silent: longer than a statement may take, and than one stays in the pool unused. */
const SILENCE = 12_000;

const BIGINT = 20;

/** Makes a pool of connections to a PostgreSQL; the first statement connects. */
export async function openPostgres(connectionString: string): Promise<SandboxDatabase> {
  requirePeers("postgres");
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString,
    application_name: "sandbox",
    connectionTimeoutMillis: CONNECT,
    statement_timeout: STATEMENT,
    keepAlive: true,
    // A server that is frozen answers nothing, while its kernel keeps the connection. pg's query_timeout would give such
    // a connection back to the pool with its statement still under way: a late `begin` would swallow what comes next.
    stream: () => {
      const socket = new Socket();
      return socket.setTimeout(SILENCE, () => socket.destroy());
    },
    // Milliseconds since 1970 are exact as numbers; pg hands out bigint as text unless told.
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === BIGINT ? Number : pg.types.getTypeParser(oid, format === "binary" ? "binary" : "text"),
    },
  });
  // A connection that breaks is replaced by the pool; unheard, the event would end the process. The pool hears it while
  // the connection is idle, and takes its listener away while a request has it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** @throws Error unless the database can keep every character */
export async function requireUtf8(db: SandboxDatabase): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding === "UTF8") return;
  throw new Error(`its encoding is ${encoding}. Name one that was made with: create database … encoding 'UTF8'.`);
}
