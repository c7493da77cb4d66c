/**
 * Codes that say: there is no database to be reached now. Of sockets and name lookups; of SQLSTATE: 08 (connection),
 * 53300 (too many connections), 57014 (a statement took too long), 57P01 to 57P03 (shutdown, crash, starting up); and
 * of SQLite, where another process holds the file.
 */
const CODES =
  /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|ENOENT|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|08\w{3}|53300|57014|57P0[123]|SQLITE_BUSY\w*)$/;

/** What pg and pg-pool say without a code. */
const MESSAGES = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "Query read timeout",
  "Client has encountered a connection error and is not queryable",
];

/** True if an error says that the database cannot be reached or is taken, and not that a statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return CODES.test(codeOf(error)) || MESSAGES.some((message) => error.message.startsWith(message));
}

/** True if another process or connection holds the SQLite file; SQLITE_BUSY_SNAPSHOT and its like count too. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && codeOf(error).startsWith("SQLITE_BUSY");
}

/** The code of an error of Node, pg or SQLite; empty if there is none. */
export function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : "";
}
