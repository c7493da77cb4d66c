import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe } from "vitest";

/** A database of one test file's own, and how to be rid of it. */
export interface TestDatabase {
  /** As `startSandbox` takes it. */
  location: string;
  drop(): Promise<void>;
}

/** Defines tests on SQLite in memory and on PostgreSQL; without TEST_DATABASE_URL the latter show as skipped. */
export function onEachDatabase(define: (make: () => Promise<TestDatabase>) => void): void {
  describe("SQLite", () => define(async () => ({ location: ":memory:", drop: async () => {} })));
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) describe.skip("PostgreSQL (skipped: set TEST_DATABASE_URL)", () => define(unreachable));
  else describe("PostgreSQL", () => define(() => postgresDatabase(server)));
}

async function unreachable(): Promise<TestDatabase> {
  throw new Error("Skipped tests need no database.");
}

/** A new database on a PostgreSQL server. */
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
