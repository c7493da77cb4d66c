import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type SandboxKeys, WELL_KNOWN_KEYS } from "#team-api/sandbox/keys/keys.js";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import type { Sandbox } from "#team-api/sandbox/sandbox-options.js";
import { temporaryFolder } from "#test/temporary.js";
import { postgresDatabase } from "../databases.js";

const OWN: SandboxKeys = {
  first: "own-key-of-the-first-team",
  sameTeam: "own-second-key-of-the-first-team",
  otherTeam: "own-key-of-the-other-team",
  outsideBeta: "own-key-outside-the-beta",
};

/** The statuses that a sandbox returns for the list, one for each key. */
function statuses({ url }: Sandbox, keys: SandboxKeys): Promise<number[]> {
  const list = url.replace("0.0.0.0", "127.0.0.1");
  return Promise.all(
    Object.values(keys).map(async (key: string) => {
      const response = await fetch(`${list}/suppressions`, { headers: { authorization: `Bearer ${key}` } });
      return response.status;
    }),
  );
}

const ACCEPTED = [200, 200, 200, 403];
const REJECTED = [401, 401, 401, 401];

async function expectOwnKeys(database: string): Promise<void> {
  const exposed = await startSandbox({ port: 0, host: "0.0.0.0", database, keys: OWN });
  try {
    const local = await startSandbox({ port: 0, database, control: true });
    try {
      expect(await statuses(local, WELL_KNOWN_KEYS)).toEqual(ACCEPTED);
      expect(await statuses(local, OWN)).toEqual(REJECTED);
      const headers = { authorization: `Bearer ${local.controlToken}` };
      expect((await fetch(`${local.url}/_sandbox/reset`, { method: "POST", headers })).status).toBe(204);
      expect(await statuses(exposed, OWN)).toEqual(ACCEPTED);
      expect(await statuses(exposed, WELL_KNOWN_KEYS)).toEqual(REJECTED);
    } finally {
      await local.close();
    }
    expect(await statuses(exposed, OWN)).toEqual(ACCEPTED);
  } finally {
    await exposed.close();
  }
}

describe("a sandbox accepts its own keys only, whatever the keys of another sandbox on the same database are", () => {
  test("SQLite", async () => {
    await expectOwnKeys(join(await temporaryFolder("sandbox"), "data.sqlite"));
  });

  test("PostgreSQL", async (context) => {
    const server = process.env.TEST_DATABASE_URL;
    if (server === undefined) return context.skip("set TEST_DATABASE_URL");
    const { location, drop } = await postgresDatabase(server);
    try {
      await expectOwnKeys(location);
    } finally {
      await drop();
    }
  });
});

test("a sandbox that other machines can reach does not start with a well-known key", async () => {
  const rows = Object.keys(OWN).flatMap((name) =>
    Object.values(WELL_KNOWN_KEYS).map((key: string) => ({ keys: { ...OWN, [name]: key } })),
  );
  for (const row of [{}, ...rows]) {
    const started = startSandbox({ port: 0, host: "0.0.0.0", ...row });
    await expect(started).rejects.toThrow(
      "Other machines can reach this sandbox, so it does not accept well-known keys. Set SANDBOX_KEY, ",
    );
  }
});
