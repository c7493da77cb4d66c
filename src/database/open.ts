import type { Kysely } from "kysely";
import { UserError } from "#cli/user-error.js";
import { describePostgres, isPostgresUrl, UNNAMED } from "./location.js";
import { type Engine, migrate, type TableSet } from "./migrate.js";
import { openPostgres, requireUtf8 } from "./postgres.js";
import { openSqlite } from "./sqlite/sqlite.js";
import { codeOf } from "./unavailable.js";

/** An open database whose tables are up to date. */
export interface Opened<Tables> {
  db: Kysely<Tables>;
  engine: Engine;
  /** The database in words, without user or password. */
  description: string;
}

/**
 * Opens a database and brings its tables up to date.
 *
 * @param tables those of one server; others may be in the same database
 * @param location `:memory:`, the path of a SQLite file, or the URL of a PostgreSQL (`postgres://…`)
 * @throws UserError if it cannot be used; the message names the database and the reason, but never the password
 */
export async function openDatabase<Tables>(location: string, tables: TableSet): Promise<Opened<Tables>> {
  const postgres = isPostgresUrl(location);
  const description = postgres ? describePostgres(location) : location === ":memory:" ? "memory" : location;
  let db: Kysely<Tables> | undefined;
  try {
    db = postgres ? await openPostgres<Tables>(location, tables.name) : await openSqlite<Tables>(location);
    if (postgres) await requireUtf8(db);
    const engine = postgres ? "postgres" : "sqlite";
    await migrate(db, engine, tables);
    return { db, engine, description };
  } catch (error) {
    await db?.destroy();
    throw unusable(error, location, description);
  }
}

/** The error for people who start a server on a database that cannot be used. */
export function unusable(error: unknown, location: string, description: string): UserError {
  return new UserError(`The database ${description} cannot be used: ${reasonOf(error, location, description)}`);
}

function reasonOf(error: unknown, location: string, description: string): string {
  const reason: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(reason instanceof Error)) return String(reason);
  // Such messages repeat the host and port of the URL, which may be a part of the password here.
  if (description === UNNAMED) {
    return `${codeOf(reason) || "its URL cannot be read"}. Percent-encode special characters in user and password: / as %2F.`;
  }
  return reason.message.replaceAll(location, description);
}
