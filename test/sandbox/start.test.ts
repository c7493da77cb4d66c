import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { startSandbox } from "../../src/sandbox/sandbox.js";
import { temporaryFolder } from "../temporary.js";

test("a PostgreSQL that cannot keep every character is refused", async (context) => {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) return context.skip("set TEST_DATABASE_URL");
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const name = `test_latin_${process.pid}`;
  await client.query(`create database ${name} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    await expect(startSandbox({ port: 0, database: url.href })).rejects.toThrow(
      `The database PostgreSQL ${name} at ${url.host} cannot be used: its encoding is LATIN1. Name one that was made with: create database … encoding 'UTF8'.`,
    );
  } finally {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  }
});

test("rows that were made up before are not made up again", async () => {
  const database = join(await temporaryFolder("sandbox"), "data.sqlite");
  const count = async (rows: number) => {
    const sandbox = await startSandbox({ port: 0, database, rows });
    const found = await sandbox.db
      .selectFrom("suppressions")
      .select("id")
      .where("address", "like", "person-%")
      .execute();
    await sandbox.close();
    return found.length;
  };
  const begun = Date.now();
  expect(await count(50_000)).toBe(50_000);
  const again = Date.now();
  expect(await count(50_000)).toBe(50_000);
  expect(Date.now() - again).toBeLessThan((again - begun) / 2);
  expect(await count(50_001)).toBe(50_001);
});
