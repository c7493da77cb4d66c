/**
 * Error codes of a database that cannot be reached at the moment. They are those of sockets, of name lookups, and of a
 * SQLite file that another process has locked. Of SQLSTATE, they are 08 (connection), 53300 (too many connections) and 57014
 * (statement timeout). 57P01 to 57P03 are a shutdown, a crash and a startup.
 */
const CODES =
  /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|ENOENT|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|08\w{3}|53300|57014|57P0[123]|SQLITE_BUSY\w*)$/;

/** The beginnings of messages of pg and pg-pool that have no code. */
const MESSAGES = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "Query read timeout",
  "Client has encountered a connection error and is not queryable",
];

/** Whether an error means that the database cannot be reached or is locked, rather than that a statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return CODES.test(codeOf(error)) || MESSAGES.some((message) => error.message.startsWith(message));
}

/** Whether an error means that the disk of the database is full; SQLSTATE 53100 is PostgreSQL's. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && ["SQLITE_FULL", "53100"].includes(codeOf(error));
}

/** Whether another process or connection has locked the SQLite file; SQLITE_BUSY_SNAPSHOT and the like count too. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && codeOf(error).startsWith("SQLITE_BUSY");
}

/** The code of an error of Node.js, pg or SQLite; empty if there is none. */
export function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : "";
}
