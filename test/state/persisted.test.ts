import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { type Mock, type MockOptions, startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { thorough } from "#test/sample.js";
import { temporaryFolder } from "#test/temporary.js";
import { onEachDatabase, type TestDatabase } from "../team-api/sandbox/databases.js";
import { thingsDocument } from "./things.js";

const running = new Set<Mock>();
const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const mock of running) await mock.close();
  running.clear();
});
afterAll(() => Promise.all(databases.map((database) => database.drop())));

async function started(persist: string, options: Partial<MockOptions> = {}): Promise<Mock> {
  const mock = await startMock({ document: thingsDocument(), port: 0, state: true, persist, ...options });
  running.add(mock);
  return mock;
}

async function stop(mock: Mock): Promise<void> {
  running.delete(mock);
  await mock.close();
}

async function send(
  { url }: Pick<Mock, "url">,
  method: string,
  path: string,
  json?: JsonObject | readonly JsonObject[],
  { key = "k", type = "application/json", ...more }: Record<string, string> = {},
) {
  const headers = { authorization: `Bearer ${key}`, ...(json && { "content-type": type }), ...more };
  const response = await fetch(`${url}${path}`, { method, headers, ...(json && { body: JSON.stringify(json) }) });
  const text = await response.text();
  const body = text === "" ? {} : JSON.parse(text);
  return { status: response.status, headers: response.headers, body, items: body.items ?? body };
}

/** A new database: a file for SQLite, because several connections share it. */
async function newDatabase(make: () => Promise<TestDatabase>): Promise<string> {
  const database = await make();
  if (database.location === ":memory:") return join(await temporaryFolder("state"), "state.sqlite");
  databases.push(database);
  return database.location;
}

onEachDatabase((make) => {
  test("a mock that starts again has what its last requests made, changed and deleted, with order, tags and given data", async () => {
    const persist = await newDatabase(make);
    const first = await started(persist, { rows: 3, keys: ["one", "two"] });
    const key = { key: "one" };
    const { body } = await send(first, "POST", "/things", { name: "lamp" }, key);
    const { body: gone } = await send(first, "POST", "/things", { name: "gone" }, key);
    await send(first, "PUT", `/things/${body.id}`, { name: "desk lamp" }, key);
    await send(first, "POST", `/things/${body.id}/parts`, { label: "bulb" }, key);
    await send(first, "DELETE", `/things/${gone.id}`, undefined, key);
    const paths = ["/things?limit=50", `/things/${body.id}`, `/things/${body.id}/parts`, "/settings"];
    const shown = async (mock: Mock, by: string) => {
      const all = await Promise.all(paths.map((path) => send(mock, "GET", path, undefined, { key: by })));
      return all.map((answer) => [answer.status, answer.body, answer.headers.get("etag")]);
    };
    const before = [await shown(first, "one"), await shown(first, "two")];
    expect((await send(first, "GET", "/things", undefined, key)).items.at(-1)).toMatchObject({ name: "desk lamp" });
    await stop(first);
    const second = await started(persist, { rows: 3, keys: ["one", "two"] });
    expect([await shown(second, "one"), await shown(second, "two")]).toEqual(before);
    const { body: later } = await send(second, "POST", "/things", { name: "later" }, key);
    expect((await send(second, "GET", "/things", undefined, key)).items.at(-1)).toEqual(later);
  });

  test("of mocks that share a database, each shows at once what another one has done", async () => {
    const persist = await newDatabase(make);
    const [one, other] = [await started(persist, { rows: 2 }), await started(persist, { rows: 2 })];
    expect((await send(one, "GET", "/things")).items).toEqual((await send(other, "GET", "/things")).items);
    const { body } = await send(one, "POST", "/things", { name: "lamp" });
    expect((await send(other, "GET", `/things/${body.id}`)).body).toEqual(body);
    await send(other, "DELETE", `/things/${body.id}`);
    expect((await send(one, "GET", `/things/${body.id}`)).status).toBe(404);
  });

  test("of equal creations in two mocks, one is accepted; of changes of one version, one is accepted", async () => {
    const persist = await newDatabase(make);
    const mocks = [await started(persist, { seedData: {} }), await started(persist, { seedData: {} })];
    const everywhere = (send: (mock: Mock) => Promise<{ status: number }>) =>
      Promise.all([...mocks, ...mocks, ...mocks].map(async (mock) => (await send(mock)).status));
    for (let round = 0; round < 50; round += 1) {
      const made = await everywhere((mock) => send(mock, "POST", "/things", { name: "lamp", code: `c${round}` }));
      expect(made.toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    }
    const { items } = await send(mocks[0] as Mock, "GET", "/things?limit=100");
    expect(items).toHaveLength(50);
    const path = `/things/${items[0].id}`;
    for (let round = 0; round < 50; round += 1) {
      const tag = (await send(mocks[round % 2] as Mock, "GET", path)).headers.get("etag") ?? "";
      const type = "application/merge-patch+json";
      const changed = await everywhere((mock) =>
        send(mock, "PATCH", path, { name: `n${round}` }, { type, "if-match": tag }),
      );
      expect(changed.toSorted()).toEqual([200, 412, 412, 412, 412, 412]);
    }
  });

  test("the control plane resets, restores and adds in the database, and other mocks follow", async () => {
    const persist = await newDatabase(make);
    const settings = { control: true, controlToken: "t", seedData: { "/things": [{ name: "seeded" }] } };
    const [one, other] = [await started(persist, settings), await started(persist, settings)];
    const control = (mock: Mock, method: string, path: string, json?: JsonObject) =>
      send(mock, method, `/_mock${path}`, json, { key: "t" });
    const names = async (mock: Mock) => (await send(mock, "GET", "/things")).items.map(({ name }: JsonObject) => name);
    await send(one, "POST", "/things", { name: "new" });
    expect(await names(other)).toEqual(["seeded", "new"]);
    const { body: snapshot } = await control(other, "GET", "/snapshot");
    expect((await control(one, "POST", "/reset")).status).toBe(204);
    expect([await names(other), await names(one)]).toEqual([["seeded"], ["seeded"]]);
    expect((await control(one, "PUT", "/snapshot", snapshot)).status).toBe(204);
    expect(await names(other)).toEqual(["seeded", "new"]);
    expect((await control(other, "POST", "/seed", { "/things": [{ name: "more" }] })).status).toBe(204);
    expect(await names(one)).toEqual(["seeded", "new", "more"]);
  });

  test("a mock that heard of no deletion for long reads everything again", async () => {
    const persist = await newDatabase(make);
    const [idle, busy] = [await started(persist, { seedData: {} }), await started(persist, { seedData: {} })];
    const { body: kept } = await send(idle, "POST", "/things", { name: "kept" });
    const { body: gone } = await send(idle, "POST", "/things", { name: "gone" });
    await send(busy, "DELETE", `/things/${gone.id}`);
    for (let count = 0; count < 200; count += 1) await send(busy, "POST", `/things/${kept.id}/archive`);
    expect((await send(idle, "GET", `/things/${gone.id}`)).status).toBe(404);
    expect((await send(idle, "GET", "/things")).items.map(({ name }: JsonObject) => name)).toEqual(["kept"]);
  });
});

test("states of documents with other titles are apart in one database, and no key is in it", async () => {
  const persist = join(await temporaryFolder("state"), "state.sqlite");
  const one = await started(persist, { keys: ["a-secret-key"] });
  const document = { ...thingsDocument(), info: { title: "Others", version: "1.0.0" } };
  const other = await started(persist, { document, keys: ["a-secret-key"] });
  const { body } = await send(one, "POST", "/things", { name: "lamp" }, { key: "a-secret-key" });
  expect((await send(other, "GET", `/things/${body.id}`, undefined, { key: "a-secret-key" })).status).toBe(404);
  const { default: Database } = await import("libsql");
  const rows = new Database(persist).prepare("select * from mock_resources").all();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain("a-secret-key");
});

/** A process of the command, and its address. */
async function mockProcess(args: readonly string[]): Promise<{ child: ChildProcess; url: string }> {
  const command = ["--import", "tsx/esm", "src/cli.ts", "mock", "--stateful", "--port", "0", ...args];
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    const [, url] = /at (http:\S+)\. It/.exec(text) ?? [];
    if (url) {
      child.stdout?.on("data", () => {});
      return { child, url };
    }
  }
  throw new Error(`The mock has ended: ${text}`);
}

thorough("after SIGKILL during creations, the file has every confirmed one", async () => {
  const folder = await temporaryFolder("state");
  const spec = join(folder, "things.json");
  await writeFile(spec, JSON.stringify(thingsDocument()));
  const args = ["--spec", spec, "--quiet", "--persist", join(folder, "state.sqlite")];
  const first = await mockProcess(args);
  const confirmed: string[] = [];
  const stream = async () => {
    for (;;) {
      const made = await send(first, "POST", "/things", { name: "lamp" }).catch(() => undefined);
      if (!made) return;
      if (made.status === 201) confirmed.push(made.body.id);
      if (confirmed.length >= 60) first.child.kill("SIGKILL");
    }
  };
  await Promise.all([stream(), stream(), stream()]);
  const second = await mockProcess(args);
  const statuses = await Promise.all(confirmed.map(async (id) => (await send(second, "GET", `/things/${id}`)).status));
  second.child.kill("SIGTERM");
  await once(second.child, "exit");
  expect(confirmed.length).toBeGreaterThanOrEqual(60);
  expect([...new Set(statuses)]).toEqual([200]);
});
