import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe } from "vitest";

/** A database for one test file. */
export interface TestDatabase {
  /** The option `database` of `startSandbox`. */
  location: string;
  drop(): Promise<void>;
}

/** Defines tests on SQLite in memory and on PostgreSQL. Without TEST_DATABASE_URL, the latter are skipped. */
export function onEachDatabase(define: (make: () => Promise<TestDatabase>) => void): void {
  describe("SQLite", () => define(memoryDatabase));
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) describe.skip("PostgreSQL (skipped: set TEST_DATABASE_URL)", () => define(unreachable));
  else describe("PostgreSQL", () => define(() => postgresDatabase(server)));
}

async function unreachable(): Promise<TestDatabase> {
  throw new Error("A skipped test opened a database.");
}

/** A SQLite database in memory. */
export async function memoryDatabase(): Promise<TestDatabase> {
  return { location: ":memory:", drop: async () => {} };
}

/** Creates a database on a PostgreSQL server. */
export async function postgresDatabase(server: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administrate(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { location: url.href, drop: () => administrate(server, `drop database ${name} with (force)`) };
}

async function administrate(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
