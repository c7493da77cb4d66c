/** A text that names a PostgreSQL by a URL; schemes are without regard to case (RFC 3986, 3.1). */
export function isPostgresUrl(location: string): boolean {
  return /^postgres(ql)?:\/\//i.test(location);
}

/**
 * The database that DATABASE_URL names; undefined if it is not set.
 *
 * @throws Error if it is anything but the URL of a PostgreSQL; its password is not repeated
 */
export function databaseUrlOf(environment: NodeJS.ProcessEnv): string | undefined {
  const url = environment.DATABASE_URL?.trim();
  if (!url) return undefined;
  if (isPostgresUrl(url)) return url;
  throw new Error(
    "DATABASE_URL is no postgres:// URL. Write postgres://user:password@host/database, without quotes; for a SQLite file use --db.",
  );
}

/**
 * The SQLite file that `--db` names.
 *
 * @throws Error if it is no file: what looks like a URL or a connection string may hold a password, so it is not repeated
 */
export function fileOf(db: string): string {
  if (db === "") throw new Error("--db names no file. Write --db FILE, or leave it out to keep the data in memory.");
  // One letter before a colon is a drive of Windows.
  if (/:\/\/|^[a-z][a-z0-9+.-]+:|(password|host)=/i.test(db)) {
    throw new Error("--db takes the path of a SQLite file. Set DATABASE_URL for a PostgreSQL.");
  }
  return db;
}

/** What cannot be told of a URL without the risk of showing a part of its password. */
export const UNNAMED = "that DATABASE_URL names";

/** A PostgreSQL in words, without user or password. */
export function describePostgres(url: string): string {
  if (!URL.canParse(url)) return UNNAMED;
  const { host, pathname, search, hash } = new URL(url);
  // A password with `/`, `?` or `#` that are not percent-encoded ends the host too early: its rest stands behind.
  if (hash !== "" || (pathname + search).includes("@")) return UNNAMED;
  try {
    return `PostgreSQL ${decodeURIComponent(pathname.slice(1)) || "(default)"} at ${host || "a local socket"}`;
  } catch {
    return UNNAMED;
  }
}
