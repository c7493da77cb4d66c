import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { LoggedResponse } from "#mock/log-line.js";
import { type Mock, startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { temporaryFolder } from "../temporary.js";

let mock: Mock | undefined;
afterEach(() => mock?.close());

/** Starts a mock whose only operation responds with a schema, and requests it. */
async function answer(schema: JsonObject, { strict = false, dynamic = false, example = {} } = {}) {
  const content = { "application/json": { schema, ...example } };
  const responses = { 200: { description: "OK", content } };
  const file = join(await temporaryFolder("answers"), "openapi.json");
  const info = { title: "T", version: "1" };
  await writeFile(file, JSON.stringify({ openapi: "3.1.1", info, paths: { "/a": { get: { responses } } } }));
  const log: LoggedResponse[] = [];
  mock = await startMock({ spec: file, port: 0, strict, onResponse: (each) => log.push(each) });
  const response = await fetch(`${mock.url}/a`, { headers: dynamic ? { prefer: "dynamic=true" } : {} });
  const { status, headers } = response;
  return { status, warning: headers.get("x-mock-warning"), body: await response.json(), detail: log[0]?.detail };
}

const PATTERN = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "string", pattern: "^[A-F]{3}[0-9]{7}$" } },
};
const URI_TEMPLATE = {
  type: "object",
  required: ["at"],
  properties: { at: { type: "string", format: "uri-template" } },
};
/** No value is valid. */
const IMPOSSIBLE = { type: "string", pattern: "^a$", minLength: 5 };

describe("a generated answer", () => {
  test.each([false, true])("that misses a pattern is generated again (dynamic: %s)", async (dynamic) => {
    const { status, warning, body } = await answer(PATTERN, { dynamic });
    expect({ status, warning }).toEqual({ status: 200, warning: null });
    expect(body.id).toMatch(/^[A-F]{3}[0-9]{7}$/);
  });

  test.each([false, true])("that misses a format is never a 500 (dynamic: %s)", async (dynamic) => {
    expect((await answer(URI_TEMPLATE, { dynamic })).status).toBe(200);
  });

  test.each([false, true])(
    "of a schema without valid values has a warning and a log line (dynamic: %s)",
    async (dynamic) => {
      const { status, warning, detail } = await answer(IMPOSSIBLE, { dynamic });
      expect(status).toBe(200);
      expect(warning).toMatch(/^not valid by the contract: the body must .* \(#\/paths\/~1a\/get\/responses\/200\//);
      expect(detail).toBe(`Warning: ${warning}`);
    },
  );

  test.each([false, true])(
    "of a schema without valid values is a 500 if the mock is strict (dynamic: %s)",
    async (dynamic) => {
      const { status, body } = await answer(IMPOSSIBLE, { dynamic, strict: true });
      expect({ status, title: body.title }).toEqual({ status: 500, title: "The contract contradicts itself" });
    },
  );

  test("of a schema with a reference that leads nowhere is not judged by that", async () => {
    expect(await answer({ type: "string", $dynamicRef: "#a" })).toMatchObject({ status: 200, warning: null });
  });
});

test.each([
  [false, 204, "not valid by the contract: GET /a documents no success"],
  [true, 500, null],
])("an operation without responses is answered, if strict is %s, with %i", async (strict, status, warning) => {
  const file = join(await temporaryFolder("answers"), "openapi.json");
  const info = { title: "T", version: "1" };
  await writeFile(file, JSON.stringify({ openapi: "3.1.1", info, paths: { "/a": { get: { responses: {} } } } }));
  mock = await startMock({ spec: file, port: 0, strict });
  const response = await fetch(`${mock.url}/a`);
  expect([response.status, response.headers.get("x-mock-warning")]).toEqual([status, warning]);
});

test("a reference in an extension that leads nowhere does not stop the mock", async () => {
  const more = { "x-direct": { $ref: "gone.yaml" }, "x-list": [{ $ref: "gone.yaml#/a" }] };
  expect(await answer({ type: "string", enum: ["a"], ...more })).toMatchObject({ status: 200, body: "a" });
});

describe("an example that is not valid", () => {
  const EXAMPLE = { example: { id: "é" } };

  test("is sent as it is, with a warning in ASCII", async () => {
    const { status, warning, body } = await answer(PATTERN, { example: EXAMPLE });
    expect({ status, body }).toEqual({ status: 200, body: { id: "é" } });
    expect(warning).toMatch(/^not valid by the contract: \/id must match pattern/);
  });

  test("is a 500 if the mock is strict", async () => {
    expect((await answer(PATTERN, { example: EXAMPLE, strict: true })).status).toBe(500);
  });
});

/** Starts a mock whose only operation responds with a header, and requests it. */
async function answerWithHeader(name: string, example: unknown, strict = false) {
  const described = { [name]: { schema: {}, example }, "X-Usual": { schema: { type: "string" }, example: "usual" } };
  const content = { "application/json": { schema: { type: "object" }, example: { id: 1 } } };
  const file = join(await temporaryFolder("answers"), "openapi.json");
  const paths = { "/a": { get: { responses: { 200: { description: "OK", headers: described, content } } } } };
  await writeFile(file, JSON.stringify({ openapi: "3.1.1", info: { title: "T", version: "1" }, paths }));
  mock = await startMock({ spec: file, port: 0, strict });
  const response = await fetch(`${mock.url}/a`);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe("an example of a header", () => {
  test.each([
    ["a\nb", "a b"],
    ["a\r\nSet-Cookie: role=admin", "a  Set-Cookie: role=admin"],
    ["a\0b", "a b"],
    ["\u001b[31mred", "[31mred"],
    ["/items/7\n", "/items/7"],
    [["a\nb", "c"], "a b,c"],
    // Octets of UTF-8, which fetch reads one by one.
    ["\u6771\u4eac", Buffer.from("\u6771\u4eac").toString("latin1")],
  ])("that HTTP cannot carry is sent without what it cannot carry, with a warning: %j", async (example, want) => {
    const { status, headers, body } = await answerWithHeader("X-Note", example);
    expect([status, headers.get("x-note"), headers.get("x-usual"), body]).toEqual([200, want, "usual", { id: 1 }]);
    expect(headers.get("set-cookie")).toBeNull();
    if (typeof example === "string") {
      expect(headers.get("x-mock-warning")).toMatch(/^not valid by the contract: the header x-note has /i);
    }
  });

  test("whose name HTTP cannot carry is left out, with a warning", async () => {
    const { status, headers } = await answerWithHeader("X Note", "a");
    expect([status, headers.get("x-usual")]).toEqual([200, "usual"]);
    expect(headers.get("x-mock-warning")).toMatch(/the header X Note has a name that is not a token/i);
  });

  test("that HTTP cannot carry is a 500 if the mock is strict", async () => {
    const { status, body } = await answerWithHeader("X-Note", "a\nb", true);
    expect([status, body.title]).toEqual([500, "The contract contradicts itself"]);
  });

  test.each(["plain", "caf\u00e9", "tab\there"])(
    "that HTTP can carry is sent as it is, without a warning: %j",
    async (example) => {
      const { status, headers } = await answerWithHeader("X-Note", example);
      expect([status, headers.get("x-note"), headers.get("x-mock-warning")]).toEqual([200, example, null]);
    },
  );
});
