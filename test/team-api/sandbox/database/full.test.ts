import { sql } from "kysely";
import { expect, test } from "vitest";
import { openSandboxDatabase } from "#team-api/sandbox/database/migrations.js";
import type { SandboxDatabase } from "#team-api/sandbox/database/tables.js";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import { memoryDatabase, postgresDatabase } from "../databases.js";
import { type TestSandbox, testSandbox } from "../sandbox.js";

const ADD = { method: "POST", path: "/suppressions", body: { email: `${"long".repeat(15)}@example.com` } };
/** The control plane uses a transaction. */
const ISSUE = { method: "POST", path: "/_sandbox/grants", body: { tokens: 100 } };

function send(
  { url, keys, controlToken }: TestSandbox,
  { method, path, body }: typeof ADD | typeof ISSUE,
): Promise<Response> {
  return fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${path.startsWith("/_sandbox") ? controlToken : keys.first}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
}

async function expectFull(response: Response): Promise<void> {
  expect(await response.json()).toMatchObject({
    status: 507,
    title: "Insufficient Storage",
    detail: "The database of the sandbox has no space left. Free disk space, then try again.",
  });
  expect(response.status).toBe(507);
  expect(response.headers.get("retry-after")).toBe("60");
}

/** Limits the SQLite database to its present size. */
async function allowNoGrowth(db: SandboxDatabase): Promise<void> {
  await sql`pragma max_page_count = 1`.execute(db);
}

test("a write to a SQLite database without space gets 507, reads continue, and writes succeed when there is space", async () => {
  const sandbox = await testSandbox(memoryDatabase);
  try {
    await allowNoGrowth(sandbox.db);
    await expectFull(await send(sandbox, ISSUE));
    await expectFull(await send(sandbox, ISSUE));
    expect((await sandbox.list()).ids.length).toBe(3);
    await sql`pragma max_page_count = 100000`.execute(sandbox.db);
    expect((await send(sandbox, ISSUE)).status).toBe(201);
    expect((await send(sandbox, ADD)).status).toBe(201);
  } finally {
    await sandbox.stop();
  }
});

test("the error of a transaction that SQLite has rolled back already is reported, as after SQLITE_FULL", async () => {
  const { db } = await openSandboxDatabase(":memory:");
  const failed = db.transaction().execute(async (transaction) => {
    await sql`rollback`.execute(transaction);
    throw new Error("the first error");
  });
  await expect(failed).rejects.toThrow("the first error");
  await db.destroy();
});

test("a write to a PostgreSQL database without space gets 507, and a sandbox on it does not start", async (context) => {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) return context.skip("set TEST_DATABASE_URL");
  const database = await postgresDatabase(server);
  const sandbox = await testSandbox(async () => database);
  try {
    await sql`create function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(sandbox.db);
    for (const table of ["suppressions", "oauth_tokens"]) {
      await sql`create trigger full_disk before insert on ${sql.table(table)} execute function full_disk()`.execute(
        sandbox.db,
      );
    }
    await expectFull(await send(sandbox, ADD));
    await expectFull(await send(sandbox, ISSUE));
    expect((await sandbox.list()).ids.length).toBe(3);
    await expect(startSandbox({ port: 0, database: database.location, rows: 1 })).rejects.toThrow(
      /^The database PostgreSQL \S+ at \S+ cannot be used: could not extend file$/,
    );
  } finally {
    await sandbox.stop();
  }
});
