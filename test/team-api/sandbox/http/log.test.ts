import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { LogFormat } from "#team-api/sandbox/http/log-format.js";
import { WELL_KNOWN_KEYS } from "#team-api/sandbox/keys/keys.js";
import { memoryDatabase } from "../databases.js";
import { testSandbox } from "../sandbox.js";

/** Returns the log of requests with secrets, and these secrets. */
async function logOf(format: LogFormat): Promise<{ log: string; secrets: string[] }> {
  let log = "";
  const sandbox = await testSandbox(memoryDatabase, {
    log: {
      format,
      write: (line) => {
        log += line;
      },
    },
  });
  const email = "secret.person@example.com";
  const issued = await sandbox.control("POST", "/grants", {});
  const tokens = [issued.body.access_tokens, issued.body.refresh_tokens].flat().map(String);
  await sandbox.control("POST", "/introspect", { token: tokens[0] });
  await sandbox.call("POST", "/suppressions", { json: { email } });
  await sandbox.call("GET", `/suppressions/${email}`);
  await sandbox.call("GET", `/suppressions?after=${email}`);
  await sandbox.call("GET", `/${email}`);
  await sandbox.call("GET", `/suppressions/%ff${email}`);
  await sandbox.call("GET", "/suppressions", { key: "wrong-key-of-somebody" });
  // An error of the database whose message contains an address, also in a line that looks like a stack frame.
  const { db } = sandbox;
  await sql
    .raw(`create trigger fails before insert on suppressions begin
      select raise(abort, 'canary of ${email}\n    at canary (${email}:1:1)'); end`)
    .execute(db);
  expect(
    (
      await fetch(`${sandbox.url}/suppressions`, {
        method: "POST",
        headers: { authorization: `Bearer ${sandbox.keys.first}`, "content-type": "application/json" },
        body: JSON.stringify({ email: "other@example.com" }),
      })
    ).status,
  ).toBe(500);
  // The table is missing, and the error of the database repeats the statement.
  await sandbox.db.schema.alterTable("suppressions").renameTo("renamed").execute();
  const failed = await fetch(`${sandbox.url}/suppressions/${email}`, {
    headers: { authorization: `Bearer ${sandbox.keys.first}`, "x-request-id": "the-failed-one" },
  });
  expect(failed.status).toBe(500);
  expect(await failed.json()).toMatchObject({
    status: 500,
    detail: "The sandbox failed. Its log shows the error with the id of this request.",
    request_id: "the-failed-one",
  });
  await sandbox.stop();
  return {
    log,
    secrets: [
      email,
      "secret.person",
      "canary",
      "other@example.com",
      "no such table",
      "wrong-key",
      ...tokens,
      ...Object.values(sandbox.keys),
    ],
  };
}

test("the JSON log has operation, status and request id, and no key, token, address or resource id", async () => {
  const { log, secrets } = await logOf("json");
  for (const secret of secrets) expect(log).not.toContain(secret);
  const lines = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({
      operation: "retrieveSuppression",
      method: "GET",
      route: "/suppressions/:suppression",
      status: 200,
      request: expect.any(String),
    }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({
      request: "the-failed-one",
      err: expect.objectContaining({ stack: expect.stringMatching(/^ +at /) }),
    }),
  );
  expect(lines.every(({ reqId, hostname }) => reqId === undefined || hostname === undefined)).toBe(true);
});

test("the text log has one line for each request, and no key, token, address or resource id", async () => {
  const { log, secrets } = await logOf("text");
  for (const secret of secrets) expect(log).not.toContain(secret);
  expect(log).toMatch(/^\d\d:\d\d:\d\d addSuppression 201 [\d.]+ ms$/m);
  expect(log).toMatch(/^\d\d:\d\d:\d\d POST \/_sandbox\/grants 201 [\d.]+ ms$/m);
  expect(log).toMatch(/^\d\d:\d\d:\d\d GET unknown path 404 [\d.]+ ms$/m);
  expect(log).toMatch(/^\d\d:\d\d:\d\d failed: \w+ \S+ \(request the-failed-one\)$/m);
});

test("nothing is logged before the first request", async () => {
  const written: string[] = [];
  for (const format of ["json", "text"] as const) {
    const sandbox = await testSandbox(memoryDatabase, { log: { format, write: (line) => written.push(line) } });
    await sandbox.stop();
  }
  expect(written).toEqual([]);
});

test("an X-Request-Id that may be a key is neither logged nor returned", async () => {
  let log = "";
  const keys = { ...WELL_KNOWN_KEYS, sameTeam: randomUUID(), otherTeam: "short.key" };
  const write = (line: string) => {
    log += line;
  };
  const sandbox = await testSandbox(memoryDatabase, { keys, log: { format: "json", write } });
  const idFor = async (id: string, key: string = keys.first) => {
    const { headers } = await sandbox.call("GET", "/suppressions", { key, headers: { "x-request-id": id } });
    return headers.get("x-request-id");
  };
  try {
    const wrongKey = randomUUID();
    const secrets = [...Object.values(keys), keys.sameTeam.toUpperCase(), "short.key-1", "a".repeat(16), wrongKey];
    for (const secret of secrets) expect(await idFor(secret, wrongKey)).toMatch(/^[\da-f]{8}-/);
    for (const secret of secrets) {
      expect(await idFor(secret, wrongKey)).not.toBe(secret);
      expect(log.toLowerCase()).not.toContain(secret.toLowerCase());
    }
    for (const id of ["my-request.1", randomUUID()]) {
      expect(await idFor(id)).toBe(id);
      expect(log).toContain(id);
    }
  } finally {
    await sandbox.stop();
  }
});
