import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asList, asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { UNSPECIFIED_BEHAVIOR, type UnspecifiedBehavior } from "#team-api/sandbox/unspecified-behavior.js";
import { memoryDatabase } from "./databases.js";
import { type TestSandbox, testSandbox } from "./sandbox.js";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox(memoryDatabase);
});
afterAll(() => sandbox.stop());

const add = (email: unknown) => sandbox.call("POST", "/suppressions", { json: { email } });
const status = async (method: string, path: string, options = {}) => (await sandbox.call(method, path, options)).status;

/** One test for every row of the table; a missing one is a type error. */
const tests: Record<keyof typeof UNSPECIFIED_BEHAVIOR, () => Promise<void>> = {
  added: async () => expect((await add("added@example.com")).status).toBe(201),
  success: async () => {
    const { id } = (await sandbox.control("POST", "/grants", {})).body;
    expect(await status("DELETE", `/oauth/grants/${id}`)).toBe(200);
    expect(await status("GET", "/suppressions")).toBe(200);
  },
  problems: async () => {
    const { headers, body } = await sandbox.call("GET", "/suppressions/nobody", {
      headers: { "x-request-id": "mine-1" },
    });
    expect(headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(headers.get("x-request-id")).toBe("mine-1");
    expect(body).toEqual({
      type: "about:blank",
      title: "Not Found",
      status: 404,
      detail: "Your team has no suppression with this id or address.",
      request_id: "mine-1",
    });
  },
  malformed: async () => {
    const headers = { "content-type": "application/json" };
    for (const body of ["{", "{'a':1}", Buffer.from([0x22, 0xff, 0x22])]) {
      expect(await status("POST", "/suppressions", { body, headers })).toBe(400);
    }
    expect(await status("GET", "/suppressions/%ff")).toBe(400);
    expect(await status("GET", "/suppressions?limit=%ff")).toBe(400);
  },
  unauthenticated: async () => expect(await status("GET", "/suppressions", { key: null })).toBe(401),
  outsideBeta: async () => expect(await status("GET", "/suppressions", { key: sandbox.keys.outsideBeta })).toBe(403),
  notFound: async () => {
    for (const path of [
      `/contacts/imports/${randomUUID()}`,
      `/suppressions/${randomUUID()}`,
      "/suppressions/",
      "/",
      "/nope",
    ]) {
      expect(await status("GET", path), path).toBe(404);
    }
  },
  otherMethod: async () => {
    const { status: received, headers } = await sandbox.call("PUT", "/suppressions");
    expect(received).toBe(405);
    expect(headers.get("allow")?.split(", ").toSorted()).toEqual(["GET", "HEAD", "POST"]);
  },
  otherMediaType: async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml"]) {
      const headers = { "content-type": type };
      expect(await status("POST", "/suppressions", { body: '{"email":"a@b.c"}', headers }), type).toBe(415);
    }
  },
  invalid: async () => {
    const { status: received, body } = await sandbox.call("GET", "/suppressions?limit=101&origin=spam");
    expect(received).toBe(422);
    expect(body.errors).toEqual([
      { in: "query", at: "limit", detail: "must be <= 100" },
      { in: "query", at: "origin", detail: 'must be one of "bounce", "complaint", "manual"' },
    ]);
    expect(await status("GET", `/suppressions?after=${randomUUID()}&before=${randomUUID()}`)).toBe(422);
    expect((await add("not-an-address")).status).toBe(422);
  },
  unknownCursor: async () => {
    for (const cursor of [randomUUID(), "x", ""])
      expect(await status("GET", `/suppressions?after=${cursor}`)).toBe(422);
  },
  fraction: async () => expect((await sandbox.list("limit=2.9")).ids.length).toBe(2),
  unknownFields: async () => {
    const json = { email: "fields@example.com", origin: "bounce", note: 1 };
    const { body } = await sandbox.call("POST", "/suppressions", { json });
    expect((await sandbox.call("GET", `/suppressions/${body.id}`)).body).toMatchObject({ origin: "manual" });
    expect(await status("GET", "/suppressions?note=1")).toBe(200);
  },
  incompleteImport: async () => {
    const { id } = (await sandbox.control("POST", "/imports", { status: "in_progress" })).body;
    const { body } = await sandbox.call("GET", `/contacts/imports/${id}`);
    expect(body).toMatchObject({ status: "in_progress", completed_at: null });
  },
  order: async () => {
    const ids = [];
    for (let count = 0; count < 10; count += 1) ids.unshift((await add(`order-${count}@example.com`)).body.id);
    expect((await sandbox.list("limit=10")).ids).toEqual(ids);
  },
  hasMoreBackward: async () => {
    const { ids } = await sandbox.list("limit=5");
    const page = await sandbox.list(`limit=2&before=${ids[3]}`);
    expect(page).toMatchObject({ ids: ids.slice(1, 3), hasMore: true });
    expect(await sandbox.list(`limit=2&before=${ids[2]}`)).toMatchObject({ ids: ids.slice(0, 2), hasMore: false });
  },
  bodyTooLarge: async () => {
    const body = (size: number) => `{"email":"size@example.com"${" ".repeat(size - 28)}}`;
    const headers = { "content-type": "application/json" };
    expect(await status("POST", "/suppressions", { body: body(64 * 1024), headers })).toBe(201);
    expect(await status("POST", "/suppressions", { body: body(64 * 1024 + 1), headers })).toBe(413);
  },
  headersTooLarge: async () => {
    const { hostname, port } = new URL(sandbox.url);
    const response = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET / HTTP/1.1\r\nX: ${"x".repeat(17_000)}\r\n\r\n`),
      );
      socket.once("data", (chunk) => resolve(String(chunk)));
    });
    expect(response).toMatch(/^HTTP\/1\.1 431 /);
  },
  addressLength: async () => {
    expect((await add(`${"x".repeat(242)}@example.com`)).status).toBe(201);
    expect((await add(`${"x".repeat(243)}@example.com`)).status).toBe(422);
    expect((await add(`${"ü".repeat(122)}@example.com`)).status).toBe(422);
  },
  addressCharacters: async () => {
    for (const email of ["a\0@b.c", "a\r\n@b.c", "\ud800@b.c", "a\u007f@b.c"])
      expect((await add(email)).status).toBe(422);
  },
  unstorable: async () => {
    // Neither handler looks at these fields and parameters; a new one that stores them needs no check of its own.
    const document: OpenApiDocument = JSON.parse(await readFile("generated/openapi.json", "utf8"));
    const path = asObject(asObject(document.paths)["/suppressions"]);
    asList(asObject(path.get).parameters).push({ name: "search", in: "query", schema: { type: "string" } });
    const free = await testSandbox(memoryDatabase, { document });
    try {
      for (const text of ["\0", "a\0b", "\ud800", "\udc00\ud800"]) {
        const json = { email: `${randomUUID()}@b.c`, notes: ["", { deep: text }] };
        expect(await free.call("POST", "/suppressions", { json })).toMatchObject({
          status: 422,
          body: { errors: [{ in: "body", at: "/notes/1/deep" }] },
        });
        expect((await free.call("POST", "/suppressions", { json: { ...json, notes: { [text]: 1 } } })).status).toBe(
          422,
        );
      }
      expect(await free.call("GET", "/suppressions?search=a%00")).toMatchObject({
        status: 422,
        body: { errors: [{ in: "query", at: "search" }] },
      });
      expect((await free.call("GET", "/suppressions?search=a%01%F0%9F%98%80")).status).toBe(200);
      expect((await free.call("GET", "/suppressions/a%00@b.c")).status).toBe(404);
    } finally {
      await free.stop();
    }
  },
  addressCase: async () => {
    const email = "MiXed.ÄÖ@Example.COM";
    const { id } = (await add(email)).body;
    for (const each of [email, email.toLowerCase(), email.toUpperCase(), email.normalize("NFD")]) {
      const { body } = await sandbox.call("GET", `/suppressions/${encodeURIComponent(each)}`);
      expect(body).toMatchObject({ id, email });
    }
    const same: [string, string][] = [
      ["ΟΔΟΣ@example.gr", "οδος@example.gr"],
      ["ΣΑΣ.ΣΑΣ@example.gr", "σας.σας@example.gr"],
      ["J\u030c@example.com", "\u01f0@example.com"],
    ];
    for (const [one, other] of same) expect((await add(other)).body.id, one).toBe((await add(one)).body.id);
    expect((await add("straße@example.com")).body.id).not.toBe((await add("strasse@example.com")).body.id);
  },
  addedTwice: async () => {
    const first = await add("twice@example.com");
    const again = await add("TWICE@example.com");
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    expect((await sandbox.call("GET", "/suppressions/twice@example.com")).body.email).toBe("twice@example.com");
  },
};

describe("at an open point of the reference", () => {
  const rows: Record<string, UnspecifiedBehavior> = UNSPECIFIED_BEHAVIOR;
  for (const [name, run] of Object.entries(tests)) test(`${rows[name]?.openPoint} ${rows[name]?.behavior}`, run);

  test("every row has the id of an open point of the contract", async () => {
    const contract = JSON.parse(await readFile("generated/openapi.json", "utf8"));
    for (const { openPoint } of Object.values(UNSPECIFIED_BEHAVIOR))
      expect(Object.keys(contract["x-open-points"])).toContain(openPoint);
  });
});
