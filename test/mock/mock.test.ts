import { spawn } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OnResponse } from "#mock/log-line.js";
import { type Mock, startMock } from "#mock/mock.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { SchemaValidator } from "#openapi/validator/validator.js";
import { useWholeProcessor } from "#test/whole-processor.js";
import { awakeClock } from "../awake.js";
import { headersWithKey } from "../placed-key.js";
import { REFERENCE } from "../team-api/reference-contract.js";
import { statusOfUpload } from "../team-api/sandbox/http/raw-client.js";
import { temporaryFolder } from "../temporary.js";
import { invalidRequestsOf } from "./invalid-requests.js";

useWholeProcessor();

const CONTRACT = "openapi/openapi.yaml";
const PARCELS = "test/documents/parcels.yaml";
const KEY = { authorization: "Bearer any" };

let document: OpenApiDocument;
let mock: Mock;
beforeAll(async () => {
  document = await loadDocument(CONTRACT);
  mock = await startMock({ spec: CONTRACT, port: 0 });
});
afterAll(() => mock.close());

const request = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${mock.url}${path}`, { ...init, headers: { ...KEY, ...init.headers } });

describe("the mock rejects requests that the contract forbids", () => {
  test.each([
    [CONTRACT, KEY, 12],
    [PARCELS, { "x-desk-key": "any" }, 15],
  ])("with a violation of each single constraint of %s", async (spec, key, atLeast) => {
    const other = await startMock({ spec, port: 0 });
    try {
      const invalid = invalidRequestsOf(await loadDocument(spec), key);
      const accepted: string[] = [];
      for (const { name, method, url, headers, body } of invalid) {
        const response = await fetch(`${other.url}${url}`, { method, headers, body: body ?? null });
        if (![400, 401, 415, 422].includes(response.status)) accepted.push(`${name} → ${response.status}`);
        // PARCELS describes its errors, and the mock then responds with an example of these.
        expect(await response.json(), name).toHaveProperty("title", expect.any(String));
      }
      expect(accepted).toEqual([]);
      expect(invalid.length).toBeGreaterThanOrEqual(atLeast);
    } finally {
      await other.close();
    }
  });

  test.each([
    ["/suppressions?after=a&before=b", "Request query parameters after and before cannot be combined"],
    ["/suppressions?limit=", "Request query parameter limit is empty, but must be number"],
    ["/suppressions?origin=", "Request query parameter origin is empty"],
    ["/suppressions?limit=101", "Request query parameter limit must be <= 100"],
  ])("and names the reason: %s", async (path, message) => {
    const response = await request(path);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(message);
  });
});

test("a pattern of the contract that takes exponential time ends after a second, with 422 and the reason", async () => {
  const folder = await temporaryFolder("pattern");
  // No other test has it: a pattern that was given up before gets less time.
  const schema = { type: "string", pattern: "^(m+)+$" };
  const get = {
    operationId: "getThing",
    parameters: [{ name: "id", in: "path", required: true, schema, examples: { one: { value: "mm" } } }],
    responses: { "200": { description: "Done." } },
  };
  const spec = join(folder, "openapi.json");
  const info = { title: "Things", version: "1.0.0" };
  await writeFile(spec, JSON.stringify({ openapi: "3.1.0", info, paths: { "/things/{id}": { get } } }));
  const other = await startMock({ spec, port: 0 });
  try {
    const elapsed = awakeClock();
    const response = await fetch(`${other.url}/things/${"m".repeat(40)}b`);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("could not be matched within 1 s");
    expect(elapsed()).toBeLessThan(15_000);
    expect((await fetch(`${other.url}/things/mmm`)).status).toBe(200);
  } finally {
    await other.close();
  }
});

describe("the mock responds", () => {
  test("to every example request of the contract with the paired response", async () => {
    for (const { id, method, path, ...operation } of operationsOf(document)) {
      for (const { name, parameters, body, response, responseExample } of examplePairs({
        id,
        method,
        path,
        ...operation,
      })) {
        const values = Object.fromEntries(parameters.map(({ parameter, value }) => [parameter.name, String(value)]));
        const url = path.replace(/\{(\w+)\}/g, (_, each: string) => encodeURIComponent(values[each] ?? ""));
        const query = parameters
          .filter(({ parameter }) => parameter.in === "query")
          .map(({ parameter, value }) => [parameter.name, String(value)]);
        const got = await request(`${url}?${new URLSearchParams(query)}`, {
          method: method.toUpperCase(),
          headers: {
            ...(await headersWithKey(document, operation)),
            ...(body ? { "content-type": body.mediaType.name } : {}),
          },
          body: body ? JSON.stringify(body.value) : null,
        });
        expect(got.status, `${id} › ${name}`).toBe(response.status === "2XX" ? 200 : Number(response.status));
        expect(await got.text(), `${id} › ${name}`).toBe(responseExample ? JSON.stringify(responseExample.value) : "");
      }
    }
  });

  test.each([
    ["/contacts/imports/0b0c9a1e-4d73-4d73-b8e5-61c07f3a92d4", "id", "0b0c9a1e-4d73-4d73-b8e5-61c07f3a92d4"],
    ["/suppressions/someone%40else.org", "email", "someone@else.org"],
  ])("with the requested identifier: %s", async (path, field, value) => {
    expect(await (await request(path)).json()).toHaveProperty(field, value);
  });

  test.each([
    ["code=404", 404, ""],
    ["code=403", 403, ""],
    ["example=complaint", 200, "complaint"],
    ["example=none", 404, "does not exist"],
  ])("with the response that `Prefer: %s` requests", async (prefer, status, text) => {
    const response = await request("/suppressions/3c9f2b61-7d04-4e8a-b1f5-90c2de6a4f17", { headers: { prefer } });
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(text);
  });

  test("with generated values that are valid by the schema and differ from each other", async () => {
    const validator = new SchemaValidator(document);
    for (const operation of operationsOf(document)) {
      const { id, path, method } = operation;
      const pair = examplePairs(operation).find(({ response }) => isSuccessKey(response));
      const schemaPointer = pair?.response.content[0]?.schemaPointer;
      // An operation that was added may respond without a body.
      if (schemaPointer === undefined) continue;
      const [identifier] = (pair?.parameters ?? []).filter(({ parameter }) => parameter.in === "path");
      const bodies = new Set<string>();
      for (let round = 0; round < 5; round += 1) {
        const response = await request(path.replace(/\{\w+\}/, String(identifier?.value)), {
          method: method.toUpperCase(),
          headers: {
            ...(await headersWithKey(document, operation)),
            prefer: "dynamic=true",
            ...(pair?.body ? { "content-type": pair.body.mediaType.name } : {}),
          },
          body: pair?.body ? JSON.stringify(pair.body.value) : null,
        });
        const text = await response.text();
        expect(response.status, `${id} ${text}`).toBe(Number(pair?.response.status.replace("XX", "00")));
        expect(validator.errors(schemaPointer, JSON.parse(text)), id).toEqual([]);
        bodies.add(text);
      }
      // The schema of a later operation may allow one value alone.
      if (REFERENCE.includes(id)) expect(bodies.size, id).toBeGreaterThan(1);
    }
  });

  test("to pages of any origin (CORS), preflight included", async () => {
    const preflight = await fetch(`${mock.url}/suppressions`, {
      method: "OPTIONS",
      headers: {
        origin: "http://localhost:5173",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toBe("authorization");
    for (const response of [
      preflight,
      await request("/suppressions", { headers: { origin: "http://localhost:5173" } }),
      await request("/nope"),
    ]) {
      expect(response.headers.get("access-control-allow-origin")).toBeTruthy();
    }
  });

  test.each([
    [false, 200, '"total":"many"'],
    [true, 500, "/counts/total must be integer"],
  ])("to an example that is invalid by its own schema, if strict is %s, with %i", async (strict, status, text) => {
    const folder = await temporaryFolder("mock");
    await cp("openapi", folder, { recursive: true });
    const file = join(folder, "examples/CompletedImport.yaml");
    await writeFile(file, (await readFile(file, "utf8")).replace("total: 120", "total: many"));
    const details: (string | undefined)[] = [];
    const onResponse: OnResponse = ({ detail }) => details.push(detail);
    const invalid = await startMock({ spec: join(folder, "openapi.yaml"), port: 0, strict, onResponse });
    try {
      const response = await fetch(`${invalid.url}/contacts/imports/c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b`, {
        headers: KEY,
      });
      expect(response.status).toBe(status);
      expect(await response.text()).toContain(text);
      const warning = response.headers.get("x-mock-warning");
      if (!strict) expect(warning).toMatch(/not valid by the contract: \/counts\/total must be integer/);
      expect(details[0]).toContain("/counts/total must be integer");
    } finally {
      await invalid.close();
    }
  });
});

describe("the mock continues to serve", () => {
  test("with a documented header that no response can have or that would be wrong for its body, and with a status that is not final", async () => {
    const folder = await temporaryFolder("mock");
    const responding = (headers: object) => ({
      get: { responses: { 200: { description: "", headers }, default: { description: "" } } },
    });
    const document = {
      openapi: "3.1.1",
      info: { title: "T", version: "1" },
      paths: {
        "/arrow": responding({ "X-Note": { schema: { type: "string" }, example: "a → b" } }),
        "/length": responding({ "Content-Length": { schema: { type: "integer" }, example: 3 } }),
        "/encoding": {
          get: {
            responses: {
              200: {
                description: "",
                headers: { "Content-Encoding": { schema: { type: "string" }, example: "br" } },
                content: { "application/json": { example: { id: 1 } } },
              },
            },
          },
        },
      },
    };
    await writeFile(join(folder, "odd.json"), JSON.stringify(document));
    const odd = await startMock({ spec: join(folder, "odd.json"), port: 0 });
    try {
      const requestOdd = (path: string, headers = {}) => fetch(odd.url + path, { headers });
      expect((await requestOdd("/arrow")).status).toBe(200);
      expect((await requestOdd("/length")).status).toBe(200);
      const plain = await requestOdd("/encoding");
      expect([plain.headers.get("content-encoding"), await plain.json()]).toEqual([null, { id: 1 }]);
      for (const prefer of ["code=100", "code=101", "code=700"])
        expect((await requestOdd("/length", { prefer })).status).toBe(422);
    } finally {
      await odd.close();
    }
  });

  test.each<[string, RequestInit & { headers?: Record<string, string> }, number]>([
    ["/suppressions", { method: "POST", body: "{", headers: { "content-type": "application/json" } }, 400],
    ["/suppressions", { method: "POST", body: '{"email":', headers: { "content-type": "application/json" } }, 400],
    ["/suppressions", { method: "POST", body: "x", headers: { "content-type": ";;" } }, 400],
    ["/suppressions", { headers: { accept: "foo" } }, 400],
    ["/suppressions", { headers: { accept: "text/html; =x" } }, 400],
    ["/suppressions", { headers: { accept: "text/html" } }, 406],
    ["/suppressions", { headers: { accept: "a/b,a/b," } }, 406],
    [
      "/suppressions",
      { method: "POST", body: '{"email":"a@b.c"}', headers: { "content-type": "application/json", accept: "a/b" } },
      406,
    ],
    ["/suppressions", { headers: { accept: "," } }, 200],
    ["/suppressions", { headers: { accept: 'text/html;a="1,2", *;q=.2' } }, 200],
    ["/suppressions", { headers: { prefer: "code=abc" } }, 422],
    ["/suppressions", { headers: { prefer: "code=200, example=none" } }, 404],
    ["/suppressions/%", {}, 400],
    ["/suppressions/%E0%A4%A", {}, 400],
    ["//", {}, 404],
    ["/suppressions/", {}, 422],
    ["/nowhere", {}, 404],
    ["/suppressions", { method: "PATCH" }, 405],
    ["/suppressions?__proto__=1&constructor=2", {}, 200],
  ])("after %s %j, to which it responds with %i", async (path, init, status) => {
    const response = await request(path, init);
    expect(response.status).toBe(status);
    if (status >= 400) expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect((await request("/suppressions")).status).toBe(200);
  });

  test("after bytes that are not HTTP, and after large bodies, whose clients receive the response", async () => {
    const { port } = new URL(mock.url);
    const socket = connect(Number(port), "127.0.0.1");
    socket.end("\0\0 nonsense\r\n\r\n").resume();
    await new Promise((resolve) => socket.on("close", resolve));
    for (const more of [{}, { "transfer-encoding": "chunked" }, { connection: "close" }]) {
      const headers = { ...KEY, "content-type": "application/json", ...more };
      expect(await statusOfUpload(`${mock.url}/suppressions`, headers, 32 * 1024 * 1024)).toBe(413);
      expect(await statusOfUpload(`${mock.url}/%zz`, headers, 9 * 1024 * 1024)).toBe(400);
    }
    expect((await request("/suppressions")).status).toBe(200);
  });

  test("the last valid contract while the saved one is invalid, and the new one when it is valid", async () => {
    const folder = await temporaryFolder("mock");
    await cp("openapi", folder, { recursive: true });
    const reloads: (Error | undefined)[] = [];
    let wake = () => {};
    const reloaded = () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      });
    const watched = await startMock({
      spec: join(folder, "openapi.yaml"),
      port: 0,
      watch: true,
      onReload: (error) => {
        reloads.push(error);
        wake();
      },
    });
    try {
      const url = `${watched.url}/contacts/imports/c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b`;
      const file = join(folder, "examples/CompletedImport.yaml");
      const valid = await readFile(file, "utf8");

      let next = reloaded();
      await writeFile(file, "value: [");
      await next;
      expect(reloads.at(-1)?.message).toContain("CompletedImport.yaml");
      expect(await (await fetch(url, { headers: KEY })).json()).toHaveProperty("counts.total", 120);

      const whole = await readFile(join(folder, "openapi.yaml"), "utf8");
      for (const [text, message] of [
        ["openapi: 3.1.1\n", "openapi.yaml has no `info`"],
        [whole.replace(/^paths:/m, "x-paths:"), "openapi.yaml has no `paths`"],
        [`${whole.slice(0, whole.search(/^paths:/m))}paths:\n`, "openapi.yaml has no `paths`"],
      ] as const) {
        next = reloaded();
        await writeFile(join(folder, "openapi.yaml"), text);
        await next;
        expect(reloads.at(-1)?.message).toContain(message);
        expect((await fetch(url, { headers: KEY })).status).toBe(200);
      }
      await writeFile(join(folder, "openapi.yaml"), whole);

      next = reloaded();
      await writeFile(file, valid.replace("total: 120", "total: 121"));
      await next;
      expect(reloads.at(-1)).toBeUndefined();
      expect(await (await fetch(url, { headers: KEY })).json()).toHaveProperty("counts.total", 121);
    } finally {
      await watched.close();
    }
  });
});

describe("the generated document", () => {
  test("can be served by the command line of Prism", async () => {
    const child = spawn(
      process.execPath,
      ["node_modules/@stoplight/prism-cli/dist/index.js", "mock", "-p", "0", "generated/openapi.json"],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let output = "";
        child.stdout.on("data", (chunk) => {
          output += chunk;
          const found = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output);
          if (found?.[1]) resolve(found[1]);
        });
        child.on("close", () => reject(new Error(output)));
      });
      const response = await fetch(`${url}/suppressions?limit=2`, { headers: KEY });
      expect(await response.json()).toHaveProperty("object", "list");
    } finally {
      child.kill();
    }
  });
});
