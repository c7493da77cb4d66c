import { afterEach, expect, test } from "vitest";
import { type OpenSandbox, startSandbox } from "#team-api/sandbox/sandbox.js";
import type { SandboxOptions } from "#team-api/sandbox/sandbox-options.js";

const open: OpenSandbox[] = [];
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close();
});

async function sandboxOf(conditions: NonNullable<SandboxOptions["conditions"]> = {}): Promise<OpenSandbox> {
  const sandbox = await startSandbox({ port: 0, control: true, conditions });
  open.push(sandbox);
  return sandbox;
}

async function send({ url, keys }: OpenSandbox, headers: Record<string, string> = {}, init: RequestInit = {}) {
  const begun = performance.now();
  const authorization = `Bearer ${keys.first}`;
  const response = await fetch(`${url}/suppressions`, { ...init, headers: { authorization, ...headers } });
  await response.arrayBuffer();
  const choice = response.headers.get("x-sandbox-choice");
  return {
    status: response.status,
    choice,
    retryAfter: response.headers.get("retry-after"),
    duration: performance.now() - begun,
  };
}

test("without conditions, a response has no header about them", async () => {
  expect(await send(await sandboxOf())).toMatchObject({ status: 200, choice: null });
});

test("a request prefers a delay", async () => {
  const { status, choice, duration } = await send(await sandboxOf(), { prefer: "delay=200" });
  expect({ status, choice }).toEqual({ status: 200, choice: "delay 200 ms (Prefer: delay=200)" });
  expect(duration).toBeGreaterThanOrEqual(195);
});

test("a delay that cannot be read is rejected", async () => {
  expect(await send(await sandboxOf(), { prefer: "delay=soon" })).toMatchObject({ status: 422 });
});

test("each response is delayed within the range", async () => {
  const { choice, duration } = await send(await sandboxOf({ latency: [50, 80] }));
  expect(choice).toMatch(/^delay (5\d|6\d|7\d|80) ms \(--latency 50\.\.80\)$/);
  expect(duration).toBeGreaterThanOrEqual(45);
});

test("requests fail, have no effect then, and the control plane does not fail", async () => {
  const sandbox = await sandboxOf({ fail: 1 });
  const json = { "content-type": "application/json" };
  const added = await send(sandbox, json, { method: "POST", body: '{"email":"kim@example.com"}' });
  expect(added).toMatchObject({ status: 503, choice: "status 503 (--fail 100%)" });
  const rows = await sandbox.db
    .selectFrom("suppressions")
    .select("email")
    .where("email", "=", "kim@example.com")
    .execute();
  expect(rows).toEqual([]);
  const reset = await fetch(`${sandbox.url}/_sandbox/reset`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.controlToken}` },
  });
  expect(reset.ok).toBe(true);
});

test("more requests than the rate get 429 with Retry-After", async () => {
  const sandbox = await sandboxOf({ rate: 2 });
  const sent = await Promise.all(Array.from({ length: 4 }, () => send(sandbox)));
  expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429]);
  expect(sent.find(({ status }) => status === 429)).toMatchObject({
    retryAfter: "1",
    choice: "status 429 (--rate 2/s)",
  });
});
