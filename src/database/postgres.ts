import { Socket } from "node:net";
import { Kysely, PostgresDialect, sql } from "kysely";
import { UserError } from "#cli/user-error.js";

/** Time limits in milliseconds. */
const CONNECT_TIMEOUT = 5000;
const STATEMENT_TIMEOUT = 10_000;
/** Longer than STATEMENT_TIMEOUT, and longer than an unused connection stays in the pool (10 seconds). */
const SOCKET_TIMEOUT = 12_000;

/** The object identifier of PostgreSQL's type bigint. */
const BIGINT = 20;

/**
 * Creates a pool of connections to a PostgreSQL database; the first statement connects.
 *
 * @param name what the server calls these connections
 */
export async function openPostgres<Tables>(connectionString: string, name: string): Promise<Kysely<Tables>> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    keepAlive: true,
    // A frozen server sends nothing, while its kernel keeps the connection open. pg's query_timeout would return such a
    // connection to the pool while its statement still runs. A late `begin` would then capture the next statements.
    stream: () => {
      const socket = new Socket();
      return socket.setTimeout(SOCKET_TIMEOUT, () => socket.destroy());
    },
    // By default, pg returns bigint as text. Milliseconds since 1970 are exact as numbers.
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === BIGINT ? Number : pg.types.getTypeParser(oid, format === "binary" ? "binary" : "text"),
    },
  });
  // The pool replaces a broken connection. Without listeners, the `error` event would end the process. The pool removes its
  // own listener while a request uses the connection.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** @throws UserError unless the database can store every character */
export async function requireUtf8<Tables>(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding === "UTF8") return;
  throw new UserError(`its encoding is ${encoding}. Use a database created with: create database … encoding 'UTF8'.`);
}
