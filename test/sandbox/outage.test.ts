import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import Database from "libsql";
import pg from "pg";
import { expect, test } from "vitest";
import { isUnavailable } from "../../src/sandbox/database/unavailable.js";
import { temporaryFolder } from "../temporary.js";
import { postgresDatabase } from "./databases.js";
import { type TestSandbox, testSandbox } from "./sandbox.js";

/** Sends without holding the answer against the contract, which knows no 503. */
function add({ url, keys }: TestSandbox, email: string): Promise<Response> {
  return fetch(`${url}/suppressions`, {
    method: "POST",
    headers: { authorization: `Bearer ${keys.first}`, "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
}

async function expectUnavailable(answer: Response): Promise<void> {
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("1");
  expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  expect(await answer.json()).toMatchObject({ status: 503, title: "Service Unavailable" });
}

test("an error tells whether the database is unavailable, or a statement is wrong", () => {
  const coded = (code: string) => Object.assign(new Error("?"), { code });
  const unavailable = [
    ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "ENOENT", "ETIMEDOUT", "EPIPE", "57P01", "57P03", "53300"].map(
      coded,
    ),
    ...["08006", "08P01", "57014", "SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT", "SQLITE_BUSY_RECOVERY"].map(coded),
    new Error("Connection terminated unexpectedly"),
    new Error("Connection terminated due to connection timeout"),
    new Error("timeout exceeded when trying to connect"),
    new Error("Query read timeout"),
  ];
  for (const error of unavailable)
    expect(isUnavailable(error), JSON.stringify({ ...error, message: error.message })).toBe(true);
  const others = [...["23505", "42P01", "57P04", "22021", "SQLITE_CONSTRAINT", ""].map(coded), new Error("x"), "ECONN"];
  for (const error of others) expect(isUnavailable(error), String(error)).toBe(false);
});

test("connections that PostgreSQL ends while requests have them cost those requests only", async (context) => {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) return context.skip("set TEST_DATABASE_URL");
  const database = await postgresDatabase(server);
  const sandbox = await testSandbox(async () => database);
  const client = new pg.Client({ connectionString: database.location });
  await client.connect();
  try {
    const statuses: number[] = [];
    let adding = true;
    const streams = Array.from({ length: 8 }, async (_, stream) => {
      for (let count = 0; adding; count += 1) {
        statuses.push((await add(sandbox, `${stream}-${count}@example.com`)).status);
        const grant = await fetch(`${sandbox.url}/_sandbox/grants`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}",
        });
        statuses.push(grant.status);
      }
    });
    for (let count = 0; count < 20; count += 1) {
      await setTimeout(25);
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sandbox' and datname = current_database()",
      );
    }
    adding = false;
    await Promise.all(streams);
    expect([...new Set(statuses)].toSorted()).toEqual([201, 503]);
    await setTimeout(100);
    expect((await add(sandbox, "afterwards@example.com")).status).toBe(201);
  } finally {
    await client.end();
    await sandbox.stop();
  }
});

/** Stands before a server; while it is frozen, it takes connections and bytes, and passes nothing on. */
async function freezer(port: number, host: string) {
  const sockets = new Set<Socket>();
  let frozen = false;
  const proxy = createServer((near) => {
    const far = connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to).on("error", () => {});
      from.on("close", () => sockets.delete(from) && to.destroy());
      if (frozen) from.pause();
    }
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const address = proxy.address();
  return {
    port: typeof address === "object" ? Number(address?.port) : 0,
    freeze(now: boolean) {
      frozen = now;
      for (const socket of sockets) now ? socket.pause() : socket.resume();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

test("a PostgreSQL that freezes costs a request seconds, and nothing of what comes after", async (context) => {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) return context.skip("set TEST_DATABASE_URL");
  const database = await postgresDatabase(server);
  const url = new URL(database.location);
  const proxy = await freezer(Number(url.port), url.hostname);
  url.port = String(proxy.port);
  const sandbox = await testSandbox(async () => ({ ...database, location: url.href }));
  const client = new pg.Client({ connectionString: database.location });
  await client.connect();
  try {
    expect((await add(sandbox, "before@example.com")).status).toBe(201);
    const mint = () =>
      fetch(`${sandbox.url}/_sandbox/grants`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
    proxy.freeze(true);
    const begun = Date.now();
    // A transaction too: its `begin` must not come through later and swallow what others write.
    for (const answer of await Promise.all([mint(), mint(), add(sandbox, "frozen@example.com")])) {
      await expectUnavailable(answer);
    }
    expect(Date.now() - begun).toBeLessThan(20_000);
    proxy.freeze(false);
    await setTimeout(200);
    for (let count = 0; count < 20; count += 1) {
      const email = `after-${count}@example.com`;
      expect((await add(sandbox, email)).status).toBe(201);
      const { rowCount } = await client.query("select 1 from suppressions where address = $1", [email]);
      expect(rowCount).toBe(1);
    }
  } finally {
    proxy.freeze(false);
    await client.end();
    await sandbox.stop();
    proxy.close();
  }
});

test("a SQLite file that another process has locked holds up writes alone, for seconds, then they are 503", async () => {
  const location = join(await temporaryFolder("sandbox"), "data.sqlite");
  const sandbox = await testSandbox(async () => ({ location, drop: async () => {} }));
  const other = new Database(location);
  try {
    other.exec("begin immediate");
    const waiting = [
      add(sandbox, "waits@example.com"),
      fetch(`${sandbox.url}/_sandbox/grants`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      }),
    ];
    for (let count = 0; count < 20; count += 1) {
      const begun = Date.now();
      expect((await sandbox.list()).ids.length).toBe(3);
      expect(Date.now() - begun).toBeLessThan(1500);
      await setTimeout(20);
    }
    other.exec("commit");
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(201);

    other.exec("begin immediate");
    await expectUnavailable(await add(sandbox, "too-long@example.com"));
    await expectUnavailable(await fetch(`${sandbox.url}/_sandbox/reset`, { method: "POST" }));
    other.exec("commit");
    expect((await add(sandbox, "afterwards@example.com")).status).toBe(201);
  } finally {
    other.close();
    await sandbox.stop();
  }
});
