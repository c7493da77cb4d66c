import type { SqliteDatabase, SqliteStatement } from "kysely";
import type Libsql from "libsql";

/** The maximum number of cached statements: more than the sandbox has. */
const CAPACITY = 100;

/**
 * A database that caches its prepared statements, because preparing one takes as long as running it. The least recently
 * used statement is dropped first.
 */
export function withStatementCache(database: Libsql.Database): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  return {
    prepare: (text) => {
      const statement = cache.get(text) ?? droppedOnError(database.prepare(text), () => cache.delete(text));
      // A Map keeps the order of insertion, so the first entry is the least recently used.
      cache.delete(text);
      cache.set(text, statement);
      if (cache.size > CAPACITY) {
        const [oldest = ""] = cache.keys();
        cache.delete(oldest);
      }
      return statement;
    },
    close: () => {
      cache.clear();
      database.close();
    },
  };
}

/** A statement that failed may still be running, so it is not used again. */
function droppedOnError(statement: Libsql.Statement, drop: () => void): SqliteStatement {
  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      drop();
      throw error;
    }
  };
  return {
    reader: statement.reader,
    all: (values) => attempt(() => statement.all(values)),
    run: (values) => attempt(() => statement.run(values)),
    iterate: (values) => attempt(() => statement.iterate(values)),
  };
}
