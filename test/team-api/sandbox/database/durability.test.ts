import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WELL_KNOWN_KEYS } from "#team-api/sandbox/keys/keys.js";
import { temporaryFolder } from "#test/temporary.js";
import { postgresDatabase } from "../databases.js";
import { sandboxProcess } from "../sandbox-process.js";

const HEADERS = { authorization: `Bearer ${WELL_KNOWN_KEYS.first}`, "content-type": "application/json" };

async function expectDurableAfterKill(args: string[], env: Record<string, string>): Promise<void> {
  const first = await sandboxProcess(args, env);
  const acknowledged: string[] = [];
  let adding = true;
  const stream = async (worker: number) => {
    for (let count = 0; adding; count += 1) {
      const email = `w${worker}-${count}@example.com`;
      const body = JSON.stringify({ email });
      try {
        const { status } = await fetch(`${first.url}/suppressions`, { method: "POST", headers: HEADERS, body });
        if (status === 201) acknowledged.push(email);
      } catch {
        return;
      }
    }
  };
  const streams = [1, 2, 3, 4].map(stream);
  while (acknowledged.length < 150) await new Promise((resolve) => setTimeout(resolve, 5));
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  adding = false;
  await Promise.all(streams);

  const second = await sandboxProcess(args, env);
  try {
    const missing: string[] = [];
    for (const email of acknowledged) {
      const { status } = await fetch(`${second.url}/suppressions/${email}`, { headers: HEADERS });
      if (status !== 200) missing.push(email);
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(150);
    expect(missing).toEqual([]);
  } finally {
    second.child.kill("SIGTERM");
    expect(await once(second.child, "exit")).toEqual([0, null]);
  }
}

test("after SIGKILL during many adds, the SQLite file contains every acknowledged address", async () => {
  const file = join(await temporaryFolder("sandbox"), "data.sqlite");
  await expectDurableAfterKill(["--db", file], {});
  expect((await readFile(file)).toString("latin1")).not.toContain(WELL_KNOWN_KEYS.first);
});

test("after SIGKILL during many adds, PostgreSQL contains every acknowledged address", async (context) => {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) return context.skip("set TEST_DATABASE_URL");
  const database = await postgresDatabase(server);
  try {
    await expectDurableAfterKill([], { DATABASE_URL: database.location });
  } finally {
    await database.drop();
  }
});
