import { request } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { provision } from "#team-api/sandbox/provision.js";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import { memoryDatabase } from "../databases.js";
import { type TestSandbox, testSandbox } from "../sandbox.js";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox(memoryDatabase, { rows: 3 });
});
afterAll(() => sandbox.stop());

test("without --control, /_sandbox is an unknown path", async () => {
  const plain = await startSandbox({ port: 0 });
  try {
    const responses = ["/_sandbox/reset", "/_sandbox/grants", "/nowhere"].map(async (path) => {
      const response = await fetch(plain.url + path, { method: "POST", headers: { "x-request-id": "same" } });
      return [response.status, await response.text()];
    });
    const [reset, grants, nowhere] = await Promise.all(responses);
    expect(reset).toEqual(nowhere);
    expect(grants).toEqual(nowhere);
    expect(nowhere?.[0]).toBe(404);
  } finally {
    await plain.close();
  }
});

test("the control plane starts on loopback only, and rejects pages and other host names", async () => {
  await expect(startSandbox({ port: 0, host: "0.0.0.0", control: true })).rejects.toThrow(
    "The control plane takes no key, so it is available only on loopback. Omit --control or --host 0.0.0.0.",
  );
  const page = await fetch(`${sandbox.url}/_sandbox/reset`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.controlToken}`, origin: "http://127.0.0.1" },
  });
  expect(page.status).toBe(403);
  expect(await statusOfReset({ host: "evil.example" })).toBe(403);
});

/** The status of a reset with these headers, which `fetch` would not send. */
function statusOfReset(headers: Record<string, string>): Promise<number | undefined> {
  const { port } = new URL(sandbox.url);
  return new Promise((resolve, reject) => {
    const authorization = `Bearer ${sandbox.controlToken}`;
    request({
      port,
      host: "127.0.0.1",
      method: "POST",
      path: "/_sandbox/reset",
      headers: { authorization, ...headers },
    })
      .on("response", (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });
}

test.each([
  "Forwarded",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "X-Forwarded-Anything",
  "X-Real-IP",
  "Via",
])("the control plane rejects a request that a reverse proxy forwarded: %s", async (name) => {
  expect(await statusOfReset({ host: "127.0.0.1", [name]: "for=203.0.113.7" })).toBe(403);
  expect(await statusOfReset({ host: "127.0.0.1", [name]: "" })).toBe(403);
  expect(await statusOfReset({ host: "127.0.0.1" })).toBe(204);
});

test.each([
  ["of the caller", "a-token-of-this-sandbox"],
  ["that it made", undefined],
])(
  "the control plane serves only programs that know its token %s, the provision module among them",
  async (_, given) => {
    const { url, controlToken = "", close } = await startSandbox({ port: 0, control: true, controlToken: given });
    try {
      expect(controlToken).toMatch(given ?? /^[\w-]{32}$/);
      const statusWith = async (headers: Record<string, string>) =>
        (await fetch(`${url}/_sandbox/reset`, { method: "POST", headers })).status;
      expect(await statusWith({})).toBe(401);
      expect(await statusWith({ authorization: "Bearer another-token-of-a-sandbox" })).toBe(401);
      expect(await statusWith({ authorization: `Bearer ${controlToken}` })).toBe(204);
      const issue = (token?: string) =>
        provision({ baseUrl: url, token }).disposable?.({
          operation: "revokeOauthGrant",
          parameter: "grant",
          team: "own",
        });
      await expect(issue()).rejects.toThrow("Set SANDBOX_CONTROL_TOKEN to the token that the sandbox printed");
      expect(await issue(controlToken)).toMatchObject({ value: expect.any(String) });
      vi.stubEnv("SANDBOX_CONTROL_TOKEN", controlToken);
      expect(await issue()).toMatchObject({ value: expect.any(String) });
    } finally {
      vi.unstubAllEnvs();
      await close();
    }
  },
);

test("each sandbox makes a token of its own", async () => {
  const sandboxes = await Promise.all([1, 2].map(() => startSandbox({ port: 0, control: true })));
  const [one, two] = sandboxes.map(({ controlToken }) => controlToken);
  expect(one).not.toBe(two);
  for (const { close } of sandboxes) await close();
});

test("the control plane accepts every name and address of loopback", async () => {
  for (const host of ["::1", "LOCALHOST"]) {
    const { url, controlToken, close } = await startSandbox({ port: 0, host, control: true });
    try {
      const headers = { authorization: `Bearer ${controlToken}` };
      expect((await fetch(`${url}/_sandbox/reset`, { method: "POST", headers })).status, url).toBe(204);
    } finally {
      await close();
    }
  }
});

test("a reset restores the initial data and keeps the keys", async () => {
  await sandbox.call("POST", "/suppressions", { json: { email: "kim@example.com" } });
  const { id } = (await sandbox.control("POST", "/grants", {})).body;
  expect((await sandbox.control("POST", "/reset")).status).toBe(204);
  expect((await sandbox.list()).ids.length).toBe(6);
  expect((await sandbox.control("GET", `/grants/${id}`)).status).toBe(404);
});

test("suppressions of every origin and grants can be created for each team, and suppressions can be removed", async () => {
  for (const [team, key] of [
    ["first", sandbox.keys.first],
    ["other", sandbox.keys.otherTeam],
  ] as const) {
    for (const origin of ["bounce", "complaint", "manual"]) {
      const { status, body } = await sandbox.control("POST", "/suppressions", {
        team,
        email: `${origin}@example.com`,
        origin,
      });
      expect(status).toBe(201);
      expect((await sandbox.call("GET", `/suppressions/${body.id}`, { key })).body).toEqual(body);
      expect(body.source_id === null).toBe(origin === "manual");
      expect((await sandbox.control("DELETE", `/suppressions/${body.id}`)).status).toBe(204);
      expect((await sandbox.call("GET", `/suppressions/${body.id}`, { key })).status).toBe(404);
    }
    const { id } = (await sandbox.control("POST", "/grants", { team, tokens: 0 })).body;
    expect((await sandbox.call("DELETE", `/oauth/grants/${id}`, { key })).status).toBe(200);
  }
});

test("an error of the control plane says what is wrong", async () => {
  const rows: [string, string, unknown, number, RegExp][] = [
    ["POST", "/grants", { team: "nobody" }, 400, /team must be equal to one of the allowed values/],
    ["POST", "/grants", { tokens: "2" }, 400, /tokens must be integer/],
    ["POST", "/grants", { token: 2 }, 400, /must NOT have additional properties/],
    ["POST", "/suppressions", { email: "a@b.c" }, 400, /must have required property 'origin'/],
    ["POST", "/suppressions", { email: "a\0@b.c", origin: "bounce" }, 422, /Control characters/],
    ["POST", "/introspect", {}, 400, /token/],
    ["GET", "/grants/nope", undefined, 404, /grant does not exist/],
    ["DELETE", "/suppressions/nope", undefined, 404, /suppression does not exist/],
  ];
  for (const [method, path, json, status, detail] of rows) {
    const response = await sandbox.control(method, path, json);
    expect([response.status, response.body.detail]).toEqual([status, expect.stringMatching(detail)]);
  }
});
