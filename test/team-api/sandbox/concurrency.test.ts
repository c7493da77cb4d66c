import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WELL_KNOWN_KEYS } from "#team-api/sandbox/keys/keys.js";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import { isRelease } from "#test/sample.js";
import { temporaryFolder } from "#test/temporary.js";
import { onEachDatabase, postgresDatabase } from "./databases.js";
import { testSandbox } from "./sandbox.js";
import { sandboxProcess } from "./sandbox-process.js";

const ATTEMPTS = isRelease ? 200 : 40;

onEachDatabase((make) => {
  test(`of two simultaneous revocations of one grant, exactly one succeeds, in ${ATTEMPTS} attempts`, async () => {
    const sandbox = await testSandbox(make);
    try {
      for (let count = 0; count < ATTEMPTS; count += 1) {
        const { id } = (await sandbox.control("POST", "/grants", {})).body;
        const path = `/oauth/grants/${id}`;
        const both = await Promise.all([
          sandbox.call("DELETE", path),
          sandbox.call("DELETE", path, { key: sandbox.keys.sameTeam }),
        ]);
        expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      }
    } finally {
      await sandbox.stop();
    }
  });

  test("an address that is added by many simultaneous requests gets one id", async () => {
    const sandbox = await testSandbox(make);
    try {
      const json = { email: "kim@example.com" };
      const all = await Promise.all(Array.from({ length: 30 }, () => sandbox.call("POST", "/suppressions", { json })));
      expect(new Set(all.map(({ body }) => body.id)).size).toBe(1);
      expect(all.filter(({ status }) => status === 201).length).toBe(1);
      expect((await sandbox.list("origin=manual")).data.length).toBe(2);
    } finally {
      await sandbox.stop();
    }
  });

  test("requests during a reset see the data before or after it, and none of them fails", async () => {
    const sandbox = await testSandbox(make, { rows: 20 });
    try {
      const results: [string, number][] = [];
      let resetting = true;
      const repeat = async (name: string, request: (count: number) => Promise<{ status: number }>) => {
        for (let count = 0; resetting; count += 1) results.push([name, (await request(count)).status]);
      };
      const streams = [1, 2, 3].flatMap((stream) => [
        repeat("add", (count) =>
          sandbox.call("POST", "/suppressions", { json: { email: `${stream}-${count}@example.com` } }),
        ),
        repeat("issue", () => sandbox.control("POST", "/grants", {})),
        repeat("revoke", async () => {
          const { id } = (await sandbox.control("POST", "/grants", {})).body;
          return sandbox.call("DELETE", `/oauth/grants/${id}`);
        }),
        repeat("list", () => sandbox.call("GET", "/suppressions")),
      ]);
      for (let count = 0; count < 10; count += 1) {
        const both = [sandbox.control("POST", "/reset"), sandbox.control("POST", "/reset")];
        for (const { status } of await Promise.all(both)) results.push(["reset", status]);
      }
      resetting = false;
      await Promise.all(streams);
      const seen = new Set(results.map((result) => result.join(" ")));
      // A reset removes the grants that were issued before it.
      const expected = ["add 201", "list 200", "issue 201", "reset 204", "revoke 200", "revoke 404"];
      expect([...seen].filter((each) => !expected.includes(each))).toEqual([]);
      await sandbox.control("POST", "/reset");
      expect((await sandbox.list("limit=100")).ids.length).toBe(3 + 20);
    } finally {
      await sandbox.stop();
    }
  });
});

test("several sandboxes that start at once share one PostgreSQL database", async (context) => {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) return context.skip("set TEST_DATABASE_URL");
  await expectSharedState((await postgresDatabase(server)).location);
});

test("several sandboxes share one SQLite file", async () => {
  await expectSharedState(join(await temporaryFolder("sandbox"), "data.sqlite"));
});

test("several sandboxes that start at once create one SQLite file together", async () => {
  const file = join(await temporaryFolder("sandbox"), "data.sqlite");
  const all = await Promise.allSettled([1, 2, 3, 4].map(() => sandboxProcess(["--db", file, "--rows", "3000"])));
  const started = all.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  try {
    expect(started.length).toBe(all.length);
    const adds = started.flatMap(({ url }, process) =>
      Array.from({ length: 20 }, (_, count) =>
        fetch(`${url}/suppressions`, {
          method: "POST",
          headers: { authorization: `Bearer ${WELL_KNOWN_KEYS.first}`, "content-type": "application/json" },
          body: JSON.stringify({ email: `${process}-${count}@example.com` }),
        }),
      ),
    );
    for (const { status } of await Promise.all(adds)) expect(status).toBe(201);
  } finally {
    for (const { child } of started) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
  }
});

async function expectSharedState(database: string): Promise<void> {
  const sandboxes = await Promise.all([1, 2, 3].map(() => startSandbox({ port: 0, database, control: true })));
  try {
    const [one] = sandboxes;
    const headers = { authorization: `Bearer ${one?.keys.first}`, "content-type": "application/json" };
    const ids = new Set<unknown>();
    for (const { url } of sandboxes) {
      const body = JSON.stringify({ email: "kim@example.com" });
      const added: { id: string } = await (
        await fetch(`${url}/suppressions`, { method: "POST", headers, body })
      ).json();
      ids.add(added.id);
    }
    expect(ids.size).toBe(1);
    const grant: { id: string } = await (
      await fetch(`${one?.url}/_sandbox/grants`, {
        method: "POST",
        headers: { ...headers, authorization: `Bearer ${one?.controlToken}` },
        body: "{}",
      })
    ).json();
    const statuses = await Promise.all(
      sandboxes.map(
        async ({ url }) =>
          (
            await fetch(`${url}/oauth/grants/${grant.id}`, {
              method: "DELETE",
              headers: { authorization: headers.authorization },
            })
          ).status,
      ),
    );
    expect(statuses.toSorted()).toEqual([200, 404, 404]);
  } finally {
    for (const sandbox of sandboxes) await sandbox.close();
  }
}
