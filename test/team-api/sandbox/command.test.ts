import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { errorText } from "#cli/user-error.js";
import { sandboxCommand } from "#team-api/sandbox/command.js";
import { keysFrom, WELL_KNOWN_KEYS } from "#team-api/sandbox/keys/keys.js";
import { awakeClock } from "#test/awake.js";
import { runCommand, startCommand } from "#test/command-line.js";
import { shellOutput } from "#test/shell.js";
import { temporaryFolder } from "#test/temporary.js";

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
  }
});

/** Starts the command; resolves when it has printed its greeting. */
async function sandbox(args: string[] = [], env: Record<string, string> = {}) {
  const child = startCommand(["sandbox", "--port", "0", ...args], env);
  children.push(child);
  const printed = { stdout: "" };
  let url: string | undefined;
  const start = Date.now();
  child.stdout?.on("data", (chunk) => {
    printed.stdout += chunk;
    if (printed.stdout.includes("/kim%40")) url = /^Sandbox at (http:\/\/[\d.:]+),/m.exec(printed.stdout)?.[1];
  });
  while (url === undefined) {
    if (child.exitCode !== null || Date.now() - start > 60_000) throw new Error(`No greeting: ${printed.stdout}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { child, url, printed };
}

test("the sandbox prints its URL, the keys, and curl lines that work unchanged", async () => {
  const { child, url, printed } = await sandbox(["--rows", "7", "--quiet"]);
  for (const key of Object.values(WELL_KNOWN_KEYS)) expect(printed.stdout).toContain(key);
  expect(printed.stdout).not.toContain("_sandbox");
  const lines = printed.stdout.match(/^ {2}curl .*$/gm) ?? [];
  expect(lines.length).toBe(3);
  const responses = lines.map((line) => JSON.parse(shellOutput("bash", `${line} -sS`)));
  expect(responses).toMatchObject([
    { object: "list", has_more: true },
    { object: "suppression" },
    { email: "kim@example.com", origin: "manual" },
  ]);
  const list = await fetch(`${url}/suppressions?limit=100`, {
    headers: { authorization: `Bearer ${WELL_KNOWN_KEYS.first}` },
  });
  expect((await list.json()).data.length).toBe(3 + 7 + 1);
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("the sandbox prints a line that exports the token of its control plane, and no token of the environment", async () => {
  const { url, printed } = await sandbox(["--control", "--quiet"]);
  const [line = ""] = printed.stdout.match(/^ {2}export SANDBOX_CONTROL_TOKEN=\S+$/m) ?? [];
  const reset = `curl -sS -o /dev/null -w '%{http_code}' -X POST ${url}/_sandbox/reset`;
  const bearer = '-H "Authorization: Bearer $SANDBOX_CONTROL_TOKEN"';
  expect(shellOutput("bash", `${line}\n${reset} ${bearer}`)).toBe("204");
  expect(shellOutput("bash", reset)).toBe("401");
  const given = { SANDBOX_CONTROL_TOKEN: "a-token-of-my-own-1234" };
  const own = await sandbox(["--control", "--quiet"], given);
  expect(own.printed.stdout).toContain("/_sandbox, with the token of SANDBOX_CONTROL_TOKEN");
  expect(own.printed.stdout).not.toContain(given.SANDBOX_CONTROL_TOKEN);
});

test("a signal to stop lets current requests finish, and closes idle connections", async () => {
  const { child, url } = await sandbox(["--quiet"]);
  const headers = { authorization: `Bearer ${WELL_KNOWN_KEYS.first}`, "content-type": "application/json" };
  let finish = () => {};
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"email":"slow@'));
      finish = () => {
        controller.enqueue(new TextEncoder().encode('example.com"}'));
        controller.close();
      };
    },
  });
  const slow: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
  const elapsed = awakeClock();
  const response = fetch(`${url}/suppressions`, slow);
  await fetch(`${url}/suppressions`, { headers });
  child.kill("SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, 200));
  finish();
  expect((await response).status).toBe(201);
  expect(await once(child, "exit")).toEqual([0, null]);
  // It stops before the deadline at which it would exit anyway.
  expect(elapsed()).toBeLessThan(8000);
});

test("a SQLite file keeps added addresses, and keys of the environment replace the well-known keys", async () => {
  const file = join(await temporaryFolder("sandbox"), "data.sqlite");
  const first = await sandbox(["--db", file]);
  const send = (url: string, key: string, method = "GET", path = "/suppressions/kept@example.com") =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: method === "POST" ? JSON.stringify({ email: "kept@example.com" }) : null,
    });
  expect((await send(first.url, WELL_KNOWN_KEYS.first, "POST", "/suppressions")).status).toBe(201);
  first.child.kill("SIGTERM");
  await once(first.child, "exit");

  const mine = "a-key-of-my-own-1234";
  const second = await sandbox(["--db", file, "--log", "json"], { SANDBOX_KEY: mine });
  expect((await send(second.url, mine)).status).toBe(200);
  expect((await send(second.url, WELL_KNOWN_KEYS.first)).status).toBe(401);
  expect(second.printed.stdout).toMatch(/^Sandbox at /);
  expect(second.printed.stdout).toContain("the value of SANDBOX_KEY");
  expect(second.printed.stdout).not.toContain(mine);
  expect(second.printed.stdout).toContain('"operation":"retrieveSuppression"');
});

test("an error in an option or the environment is one line, with exit code 2", async () => {
  const folder = await temporaryFolder("sandbox");
  const notADatabase = join(folder, "text.sqlite");
  await writeFile(notADatabase, "This is not a database, but it is long enough to look like one. ".repeat(50));
  const running = await sandbox(["--quiet"]);
  const { port } = new URL(running.url);
  type Row = [string[], Record<string, string>, RegExp];
  const rows: Row[] = [
    [["--port", "x"], {}, /^--port x is not valid\. Use a whole number from 0 to 65535\.$/],
    [
      ["--port", port],
      {},
      new RegExp(`^Port ${port} is in use\\. Stop the program that listens there, or choose another port`),
    ],
    [["--rows", "-1"], {}, /^--rows needs a value, and -1 follows it\./],
    [["--rows=1.5"], {}, /^--rows 1\.5 is not valid\./],
    [["--log", "xml"], {}, /^--log xml is not valid\. Use text or json\.$/],
    [["--db", join(folder, "missing", "data.sqlite")], {}, /^The database \S+ cannot be used: /],
    [["--db", notADatabase], {}, /^The database \S+text\.sqlite cannot be used: .*not a database/],
    [
      [],
      { DATABASE_URL: "postgres://me:canary-secret@127.0.0.1:1/x" },
      /^The database PostgreSQL x at 127\.0\.0\.1:1 cannot be used: connect ECONNREFUSED/,
    ],
    [
      ["--host", "0.0.0.0"],
      {},
      /^Other machines can reach this sandbox, so it does not accept well-known keys\. Set SANDBOX_KEY, /,
    ],
    [
      ["--control", "--host", "0.0.0.0"],
      allKeys(),
      /^The control plane takes no key, so it is available only on loopback\./,
    ],
    [[], { SANDBOX_KEY: "short" }, /^SANDBOX_KEY is not valid\. Use 16 or more/],
    [["--control"], { SANDBOX_CONTROL_TOKEN: "1234" }, /^SANDBOX_CONTROL_TOKEN is not valid\. Use 16 or more/],
    [[], { SANDBOX_KEY: WELL_KNOWN_KEYS.otherTeam }, /^Two keys of the sandbox are the same\./],
    [["--db", ""], {}, /^--db is empty\. Write --db FILE, /],
    ...["mysql://u:S3CRET@127.0.0.1:1/x", "postgres:u:S3CRET@127.0.0.1:1/x", '"postgres://u:S3CRET@127.0.0.1:1/x"'].map(
      (url): Row => [[], { DATABASE_URL: url }, /^DATABASE_URL is not a postgres:\/\/ URL\. Write postgres:\/\/user:/],
    ),
    ...[
      "postgres://u:S3CRET@127.0.0.1:1/x",
      "file:S3CRET.sqlite",
      "libsql://127.0.0.1:1?authToken=S3CRET",
      "host=127.0.0.1 password=S3CRET",
    ].map(
      (text): Row => [["--db", text], {}, /^--db takes the path of a SQLite file\. For PostgreSQL, set DATABASE_URL/],
    ),
    [
      [],
      { DATABASE_URL: " POSTGRES://u:S3CRET@127.0.0.1:1/x" },
      /^The database PostgreSQL x at 127\.0\.0\.1:1 cannot be used: connect ECONNREFUSED/,
    ],
    ...[
      "postgres://u:1234/S3CRETpart@127.0.0.1:1/db",
      "postgres://u:1#S3CRET@127.0.0.1:1/db",
      "postgres://127.0.0.1:1/%zz",
    ].map(
      (url): Row => [
        [],
        { DATABASE_URL: url },
        /^The database that DATABASE_URL names cannot be used: E\w+\. Percent-enc/,
      ],
    ),
    [["--nope"], {}, /Unknown option '--nope'/],
  ];
  // A process for the first ones. A process for each would take most of the time of this file.
  const inProcess = async (args: string[], env: Record<string, string>) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const error = await sandboxCommand(args).catch((thrown: unknown) => thrown);
    vi.unstubAllEnvs();
    return { code: error instanceof Error ? 2 : error, stderr: errorText(error) };
  };
  for (const [index, [args, env, message]] of rows.entries()) {
    const all = ["--port", "0", ...args];
    const { code, stderr } = await (index < 2 ? runCommand(["sandbox", ...all], env) : inProcess(all, env));
    expect(code, args.join(" ")).toBe(2);
    expect(stderr.trim()).toMatch(message);
    expect(stderr).not.toMatch(/canary-secret|S3CRET|1234/);
    expect(stderr).not.toMatch(/^ +at /m);
  }
  // No file was created for a text that is not a path.
  expect((await readdir(".")).filter((name) => name.includes("S3CRET"))).toEqual([]);
});

test("the sandbox continues when the reader of its log closes the pipe", async () => {
  const { child, url } = await sandbox();
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdout?.destroy();
  for (let count = 0; count < 5; count += 1) {
    expect((await fetch(`${url}/suppressions`)).status).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(stderr).toBe("");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

function allKeys(): Record<string, string> {
  const names = ["SANDBOX_KEY", "SANDBOX_SAME_TEAM_KEY", "SANDBOX_OTHER_TEAM_KEY", "SANDBOX_OUTSIDE_BETA_KEY"];
  return Object.fromEntries(names.map((name) => [name, `${name}-is-a-secret`]));
}

test("the environment gives each key, and the well-known keys are the default", () => {
  expect(Object.values(keysFrom(allKeys()))).toEqual(Object.values(allKeys()));
  expect(keysFrom({})).toEqual(WELL_KNOWN_KEYS);
});

test("pages of every origin may call the sandbox", async () => {
  const { url } = await sandbox(["--quiet"]);
  const preflight = await fetch(`${url}/suppressions`, {
    method: "OPTIONS",
    headers: {
      origin: "https://app.example.com",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  expect(preflight.headers.get("access-control-allow-methods")).toContain("DELETE");
  expect(preflight.headers.get("access-control-allow-headers")).toBe("authorization,content-type");
  for (const path of ["/suppressions", "/nope", "/suppressions/%zz"]) {
    const response = await fetch(url + path, { headers: { origin: "https://app.example.com" } });
    expect(response.headers.get("access-control-allow-origin"), path).toBe("*");
    expect(response.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
  }
});
