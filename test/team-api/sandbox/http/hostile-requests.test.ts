import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyCharacters, fc } from "#test/property.js";
import { exhaustive, isRelease } from "#test/sample.js";
import { memoryDatabase, onEachDatabase } from "../databases.js";
import { type TestSandbox, testSandbox } from "../sandbox.js";
import { statusOfUpload } from "./raw-client.js";

const REQUESTS = isRelease ? 2000 : exhaustive ? 600 : 200;

/** Texts that attackers and defective clients send. */
const SQL = [
  "' or '1'='1",
  "x'; drop table suppressions; --",
  '" or ""="',
  "1); delete from teams; --",
  "%' --",
  "\\'; --",
];
const hostileText = fc.oneof(
  fc.constantFrom(
    ...SQL,
    "\0",
    "a\0@b",
    "\ud800@x",
    "../..",
    "..",
    ".",
    "",
    "%",
    "%%",
    "a@b\r\nx: y",
    "__proto__",
    "constructor",
  ),
  anyCharacters(40),
  fc.string({ maxLength: 40 }),
  fc.integer({ min: 1, max: 5000 }).map((length) => "x".repeat(length)),
);
/** A part of a URL: correctly encoded, or with stray percent signs and bytes that are not UTF-8. */
const urlPart = fc.oneof(
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom("%", "%0", "%zz", "%ff", "%c3%28", "%ed%a0%80", "%00", "%2f%2e%2e", "%252f", "a%40b%00"),
);
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  hostileText.map((email) => ({ email })),
  fc.constantFrom({ email: 1 }, { email: null }, { email: ["a@b.c"] }, { email: { $ne: "" } }, {}, []),
);
/** Bodies that violate the contract, so none of them may change data. */
const invalidBody = fc.oneof(
  json.filter((value) => !isAddress(value)).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    "{",
    '{"email":"a@b.c"',
    '{"email":"a@b.c"}}',
    '{"__proto__":{"admin":true},"email":"a@b.c"}',
    '{"constructor":{"prototype":{"admin":true}},"email":"a@b.c"}',
    '{"email":"a\\u0000@b.c"}',
    '{"email":"\\ud800@b.c"}',
    `{"email":"${"x".repeat(300)}@b.c"}`,
    "[".repeat(20_000),
    "null",
    "",
  ),
  fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => Buffer.from([0xff, ...bytes])),
);

const request = fc.oneof(
  fc.record({ method: fc.constant("GET"), path: urlPart.map((part) => `/suppressions/${part}`) }),
  fc.record({ method: fc.constant("GET"), path: urlPart.map((part) => `/contacts/imports/${part}`) }),
  fc.record({ method: fc.constant("DELETE"), path: urlPart.map((part) => `/oauth/grants/${part}`) }),
  fc.record({
    method: fc.constant("GET"),
    path: fc
      .array(fc.tuple(fc.constantFrom("limit", "after", "before", "origin", "__proto__", "x"), urlPart), {
        maxLength: 4,
      })
      .map((pairs) => `/suppressions?${pairs.map((pair) => pair.join("=")).join("&")}`),
  }),
  fc.record({ method: fc.constantFrom("PUT", "PATCH", "POST", "DELETE"), path: urlPart.map((part) => `/${part}`) }),
  fc.record({ method: fc.constant("POST"), path: fc.constant("/suppressions"), body: invalidBody }),
);

function isAddress(value: unknown): boolean {
  return typeof value === "object" && value !== null && "email" in value && /^.+@.+$/.test(String(value.email));
}

onEachDatabase((make) => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await testSandbox(make);
  });
  afterAll(() => sandbox.stop());

  const everything = async () => {
    const { db } = sandbox;
    return JSON.stringify([
      await db.selectFrom("teams").selectAll().orderBy("id").execute(),
      await db.selectFrom("oauth_grants").selectAll().orderBy("id").execute(),
      await db.selectFrom("oauth_tokens").selectAll().orderBy("hash").execute(),
      await db.selectFrom("suppressions").selectAll().orderBy("id").execute(),
      await db.selectFrom("contact_imports").selectAll().orderBy("id").execute(),
    ]);
  };

  test(`${REQUESTS} hostile requests cause no 5xx and store nothing, and every error is a problem with a reason`, async () => {
    const before = await everything();
    let rejected = 0;
    await fc.assert(
      fc.asyncProperty(request, async (generated) => {
        const body = "body" in generated ? generated.body : undefined;
        const {
          status,
          headers,
          body: received,
        } = await sandbox.call(generated.method, generated.path, {
          ...(body === undefined ? {} : { body, headers: { "content-type": "application/json" } }),
        });
        expect(status).toBeLessThan(500);
        // Only the list accepts unknown query parameters.
        if (status < 300) {
          expect(generated.method).toBe("GET");
          return;
        }
        rejected += 1;
        expect(headers.get("content-type")).toMatch(/^application\/problem\+json/);
        expect(received).toMatchObject({ status, title: expect.any(String), detail: expect.stringMatching(/\.$/) });
      }),
      { numRuns: REQUESTS },
    );
    expect(rejected).toBeGreaterThan(REQUESTS / 2);
    expect(await everything()).toBe(before);
  });

  test("SQL in every parameter finds nothing and changes nothing", async () => {
    const before = await everything();
    for (const sql of SQL) {
      const part = encodeURIComponent(sql);
      for (const path of ["limit", "after", "before", "origin"].map((name) => `/suppressions?${name}=${part}`)) {
        expect((await sandbox.call("GET", path)).status, path).toBe(422);
      }
      expect((await sandbox.call("GET", `/suppressions/${part}`)).status).toBe(404);
      expect((await sandbox.call("GET", `/contacts/imports/${part}`)).status).toBe(404);
      expect((await sandbox.call("DELETE", `/oauth/grants/${part}`)).status).toBe(404);
      expect((await sandbox.call("GET", "/suppressions", { key: part })).status).toBe(401);
      const { status } = await sandbox.call("POST", "/suppressions", { json: { email: sql } });
      expect(status, sql).toBe(422);
    }
    expect(await everything()).toBe(before);
  });

  test("a body of 1 MB is rejected, whatever its media type", async () => {
    const mega = "x".repeat(1024 * 1024);
    for (const body of [mega, JSON.stringify({ email: `${mega}@example.com` })]) {
      for (const type of ["application/json", "text/plain"]) {
        const { status } = await sandbox.call("POST", "/suppressions", { body, headers: { "content-type": type } });
        expect(status).toBe(413);
      }
    }
  });
});

/** Sends bytes unchanged; returns all bytes received until the connection ends. */
async function raw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(5000, () => socket.destroy(new Error(`The connection did not end within 5 s: ${received}`)));
    socket.on("data", (chunk) => {
      received += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
  });
}

test("too many headers and invalid HTTP are rejected with a problem, and the sandbox continues", async () => {
  const sandbox = await testSandbox(memoryDatabase);
  try {
    const line = "GET /suppressions HTTP/1.1\r\nHost: x\r\n";
    const post = (email: string) => {
      const body = JSON.stringify({ email });
      const headers = `Authorization: Bearer ${sandbox.keys.first}\r\nContent-Type: application/json`;
      return `POST /suppressions HTTP/1.1\r\nHost: x\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    };
    const rows: [string, RegExp][] = [
      [`${line}X-Big: ${"x".repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431 .*problem\+json/s],
      [`${line}${"X-Many: 1\r\n".repeat(5000)}\r\n`, /^HTTP\/1\.1 431 .*problem\+json/s],
      ["NOT HTTP AT ALL\r\n\r\n", /^HTTP\/1\.1 400 .*problem\+json/s],
      ["GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 400 /],
      [`${line}Content-Length: nine\r\n\r\n`, /^HTTP\/1\.1 400 /],
      // Complete requests that precede the invalid bytes get their responses first.
      [`${post("a@example.com")}NO HTTP\r\n\r\n`, /^HTTP\/1\.1 201 .*\}HTTP\/1\.1 400 .*problem\+json/s],
      [`${post("b@example.com").repeat(2)}\0`, /^HTTP\/1\.1 201 .*\}HTTP\/1\.1 200 .*\}HTTP\/1\.1 400 /s],
      ["POST /nowhere HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZ", /HTTP\/1\.1 400 /],
      ["GET http://[::1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", /^HTTP\/1\.1 40\d /],
      ["TRACE /suppressions HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", /^HTTP\/1\.1 40[45] /],
    ];
    for (const [bytes, expected] of rows) expect(await raw(sandbox.url, bytes), bytes.slice(0, 60)).toMatch(expected);
    expect((await sandbox.list()).ids.length).toBe(3 + 2);
  } finally {
    await sandbox.stop();
  }
});

test("a client that sends 12 MB before it reads receives the response, whatever is wrong", async () => {
  const sandbox = await testSandbox(memoryDatabase);
  try {
    const authorization = `Bearer ${sandbox.keys.first}`;
    const rows: [string, Record<string, string>, number][] = [
      ["/suppressions", {}, 401],
      ["/suppressions/x", { authorization }, 405],
      ["/nowhere", { authorization }, 404],
      ["/nowhere", { connection: "close" }, 404],
      ["/%zz", { connection: "close" }, 400],
      ["/suppressions", { authorization, "content-type": "application/json" }, 413],
      ["/suppressions", { authorization, connection: "close" }, 413],
    ];
    for (const [path, headers, status] of rows) {
      for (const encoding of [{}, { "transfer-encoding": "chunked" }]) {
        const got = await statusOfUpload(sandbox.url + path, { ...headers, ...encoding }, 12 * 1024 * 1024);
        expect(got, JSON.stringify([path, headers, encoding])).toBe(status);
      }
    }
  } finally {
    await sandbox.stop();
  }
});
