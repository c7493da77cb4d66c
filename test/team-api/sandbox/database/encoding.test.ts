import pg from "pg";
import { expect, test } from "vitest";
import { startSandbox } from "#team-api/sandbox/sandbox.js";

test("a PostgreSQL database that cannot store every character is rejected", async (context) => {
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
      `The database PostgreSQL ${name} at ${url.host} cannot be used: its encoding is LATIN1. Use a database created with: create database … encoding 'UTF8'.`,
    );
  } finally {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  }
});
