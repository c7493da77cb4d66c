import { UserError } from "#cli/user-error.js";

/** Whether a text is the URL of a PostgreSQL database. Schemes are case-insensitive (RFC 3986, section 3.1). */
export function isPostgresUrl(location: string): boolean {
  return /^postgres(ql)?:\/\//i.test(location);
}

/**
 * Reads the environment variable DATABASE_URL; undefined if it is not set.
 *
 * @throws UserError if it is not the URL of a PostgreSQL database; the message does not repeat it, for its password
 */
export function databaseUrlOf(environment: NodeJS.ProcessEnv): string | undefined {
  const url = environment.DATABASE_URL?.trim();
  if (!url) return undefined;
  if (isPostgresUrl(url)) return url;
  throw new UserError(
    "DATABASE_URL is not a postgres:// URL. Write postgres://user:password@host/database, without quotes. For a SQLite file, use --db.",
  );
}

/**
 * Checks the value of an option that is the path of a SQLite file.
 *
 * @param option its name
 * @throws UserError if it looks like a URL or a connection string; the message does not repeat it, for its password
 */
export function fileOf(db: string, option: string): string {
  if (db === "")
    throw new UserError(`${option} is empty. Write ${option} FILE, or omit ${option} to keep the data in memory.`);
  // A single letter before a colon is a Windows drive, not a scheme.
  if (/:\/\/|^[a-z][a-z0-9+.-]+:|(password|host)=/i.test(db)) {
    throw new UserError(`${option} takes the path of a SQLite file. For PostgreSQL, set DATABASE_URL.`);
  }
  return db;
}

/** The description of a database whose URL cannot be shown without the risk of showing a part of the password. */
export const UNNAMED = "that DATABASE_URL names";

/** Describes a PostgreSQL database in words, without user or password. */
export function describePostgres(url: string): string {
  if (!URL.canParse(url)) return UNNAMED;
  const { host, pathname, search, hash } = new URL(url);
  // A `/`, `?` or `#` that is not percent-encoded ends the host. So the rest of the password follows it.
  if (hash !== "" || (pathname + search).includes("@")) return UNNAMED;
  try {
    return `PostgreSQL ${decodeURIComponent(pathname.slice(1)) || "(default)"} at ${host || "a local socket"}`;
  } catch {
    return UNNAMED;
  }
}
