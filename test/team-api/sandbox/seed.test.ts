import { join } from "node:path";
import { expect, test } from "vitest";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import { temporaryFolder } from "#test/temporary.js";
import { onEachDatabase } from "./databases.js";
import { testSandbox } from "./sandbox.js";

onEachDatabase((make) => {
  test("the database contains the contract's examples at the start", async () => {
    const sandbox = await testSandbox(make);
    try {
      expect((await sandbox.list()).data.map(({ email }) => email)).toEqual([
        "jo+news@example.net",
        "no-more-mail@example.org",
        "left-the-company@example.com",
      ]);
      const grants = { "2f6d0c4b-9a1e-4d73-b8e5-61c07f3a92d4": 200, "b04e8a17-6c35-4f9d-a2b1-d87e50c6f391": 404 };
      for (const [id, status] of Object.entries(grants)) {
        expect((await sandbox.control("GET", `/grants/${id}`)).status).toBe(200);
        expect((await sandbox.call("DELETE", `/oauth/grants/${id}`)).status).toBe(status);
      }
      expect((await sandbox.control("GET", "/grants/97c1f5e2-03da-4b68-8f4c-1ae6b29d705f")).status).toBe(404);
    } finally {
      await sandbox.stop();
    }
  });
});

test("generated rows that exist already are not generated again", async () => {
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
  const timeOf = async (rows: number) => {
    const begun = process.cpuUsage();
    expect(await count(rows)).toBe(rows);
    const { user, system } = process.cpuUsage(begun);
    return user + system;
  };
  // Processor time: other processes use the machine too.
  const [first, again] = [await timeOf(20_000), await timeOf(20_000)];
  expect(again).toBeLessThan(first / 2);
  expect(await count(20_001)).toBe(20_001);
});
