import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import Database from "libsql";
import pg from "pg";
import { expect, test } from "vitest";
import { isUnavailable } from "#database/unavailable.js";
import { awakeClock } from "#test/awake.js";
import { temporaryFolder } from "#test/temporary.js";
import { postgresDatabase } from "../databases.js";
import { type TestSandbox, testSandbox } from "../sandbox.js";

/** Adds an address without checking the response against the contract, which does not describe 503. */
function add({ url, keys }: TestSandbox, email: string): Promise<Response> {
  return fetch(`${url}/suppressions`, {
    method: "POST",
    headers: { authorization: `Bearer ${keys.first}`, "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
}

async function expectUnavailable(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("1");
  expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  expect(await response.json()).toMatchObject({ status: 503, title: "Service Unavailable" });
}

test("errors of an unavailable database are distinguished from errors of a statement", () => {
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

test("a connection that PostgreSQL terminates fails only the request that uses it", async (context) => {
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
          headers: { authorization: `Bearer ${sandbox.controlToken}`, "content-type": "application/json" },
          body: "{}",
        });
        statuses.push(grant.status);
      }
    });
    // Until a request was under way when its connection ended, and a few times more.
    for (let count = 0; count < 20 || !statuses.includes(503); count += 1) {
      await setTimeout(25);
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sandbox' and datname = current_database()",
      );
    }
    adding = false;
    await Promise.all(streams);
    expect([...new Set(statuses)].toSorted()).toEqual([201, 503]);
    // The sandbox may learn of the end of an idle connection a moment later.
    await expect.poll(async () => (await add(sandbox, "afterwards@example.com")).status).toBe(201);
  } finally {
    await client.end();
    await sandbox.stop();
  }
});

/** Starts a proxy that, while it is frozen, accepts connections and bytes but forwards nothing. */
async function freezingProxy(port: number, host: string) {
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

test("a frozen PostgreSQL server fails current requests within seconds, and no later request", async (context) => {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) return context.skip("set TEST_DATABASE_URL");
  const database = await postgresDatabase(server);
  const url = new URL(database.location);
  const proxy = await freezingProxy(Number(url.port), url.hostname);
  url.port = String(proxy.port);
  const sandbox = await testSandbox(async () => ({ ...database, location: url.href }));
  const client = new pg.Client({ connectionString: database.location });
  await client.connect();
  try {
    expect((await add(sandbox, "before@example.com")).status).toBe(201);
    const issueGrant = () =>
      fetch(`${sandbox.url}/_sandbox/grants`, {
        method: "POST",
        headers: { authorization: `Bearer ${sandbox.controlToken}`, "content-type": "application/json" },
        body: "{}",
      });
    proxy.freeze(true);
    const elapsed = awakeClock();
    // Two of them use a transaction: its `begin` must not arrive later and capture the writes of others.
    for (const response of await Promise.all([issueGrant(), issueGrant(), add(sandbox, "frozen@example.com")])) {
      await expectUnavailable(response);
    }
    expect(elapsed()).toBeLessThan(20_000);
    proxy.freeze(false);
    await expect.poll(async () => (await add(sandbox, "thawed@example.com")).status).toBe(201);
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

test("a SQLite file that another process has locked delays only writes, which get 503 after seconds", async () => {
  const location = join(await temporaryFolder("sandbox"), "data.sqlite");
  const sandbox = await testSandbox(async () => ({ location, drop: async () => {} }));
  const other = new Database(location);
  try {
    other.exec("begin immediate");
    const waiting = [
      add(sandbox, "waits@example.com"),
      fetch(`${sandbox.url}/_sandbox/grants`, {
        method: "POST",
        headers: { authorization: `Bearer ${sandbox.controlToken}`, "content-type": "application/json" },
        body: "{}",
      }),
    ];
    let answered = 0;
    for (const write of waiting) void write.finally(() => (answered += 1));
    // Each read is answered, and no write, which shows that reads do not wait for the lock.
    for (let count = 0; count < 5; count += 1) expect((await sandbox.list()).ids.length).toBe(3);
    expect(answered).toBe(0);
    other.exec("commit");
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(201);

    other.exec("begin immediate");
    await expectUnavailable(await add(sandbox, "too-long@example.com"));
    const headers = { authorization: `Bearer ${sandbox.controlToken}` };
    await expectUnavailable(await fetch(`${sandbox.url}/_sandbox/reset`, { method: "POST", headers }));
    other.exec("commit");
    expect((await add(sandbox, "afterwards@example.com")).status).toBe(201);
  } finally {
    other.close();
    await sandbox.stop();
  }
});
