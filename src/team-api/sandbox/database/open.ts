import { UserError } from "#cli/user-error.js";
import { describePostgres, isPostgresUrl, UNNAMED } from "./location.js";
import { type Engine, migrate } from "./migrations.js";
import { openPostgres, requireUtf8 } from "./postgres.js";
import { openSqlite } from "./sqlite/sqlite.js";
import type { SandboxDatabase } from "./tables.js";
import { codeOf } from "./unavailable.js";

/** An open database whose tables are up to date. */
export interface Opened {
  db: SandboxDatabase;
  engine: Engine;
  /** The database in words, without user or password. */
  description: string;
}

/**
 * Opens a database and brings its tables up to date.
 *
 * @param location `:memory:`, the path of a SQLite file, or the URL of a PostgreSQL (`postgres://…`)
 * @throws UserError if it cannot be used; the message names the database and the reason, but never the password
 */
export async function openDatabase(location: string): Promise<Opened> {
  const postgres = isPostgresUrl(location);
  const description = postgres ? describePostgres(location) : location === ":memory:" ? "memory" : location;
  let db: SandboxDatabase | undefined;
  try {
    db = postgres ? await openPostgres(location) : await openSqlite(location);
    if (postgres) await requireUtf8(db);
    const engine = postgres ? "postgres" : "sqlite";
    await migrate(db, engine);
    return { db, engine, description };
  } catch (error) {
    await db?.destroy();
    throw unusable(error, location, description);
  }
}

/** The error for people who start a sandbox on a database that cannot be used. */
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
