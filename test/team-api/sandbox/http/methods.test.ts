import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryDatabase } from "../databases.js";
import { type TestSandbox, testSandbox } from "../sandbox.js";

let log = "";
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox(memoryDatabase, {
    log: {
      format: "json",
      write: (line) => {
        log += line;
      },
    },
  });
});
afterAll(() => sandbox.stop());

interface Received {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Like `fetch`, which does not support TRACE. */
function send(method: string, path: string, headers: Record<string, string> = {}, body = ""): Promise<Received> {
  return new Promise((resolve, reject) => {
    request(sandbox.url + path, { method, headers, agent: false })
      .on("response", async (response) => {
        let text = "";
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode, headers: response.headers, body: text });
      })
      .on("error", reject)
      .end(body);
  });
}

const UNUSUAL_BODIES: [string, string][] = [
  ["application/json", "{"],
  ["application/xml", "<a/>"],
  ["text/plain", "x".repeat(70_000)],
  ["not a media type", "x"],
];

test("an OPTIONS request that is not a preflight gets the same response as one", async () => {
  for (const path of ["/suppressions", "/nowhere"]) {
    const { status, headers, body } = await send("OPTIONS", path);
    expect([status, body]).toEqual([204, ""]);
    expect(headers["access-control-allow-origin"]).toBe("*");
  }
});

test("every method that a path does not support gets 405 with Allow, whatever its body", async () => {
  for (const method of ["PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "LOCK", "SEARCH"]) {
    for (const [type, text] of method === "TRACE" ? [["text/plain", ""] as const] : UNUSUAL_BODIES) {
      const { status, headers, body } = await send(method, "/suppressions", { "content-type": type }, text);
      expect(status, `${method} ${type}`).toBe(405);
      expect(headers.allow).toBe("POST, GET, HEAD");
      expect(JSON.parse(body)).toMatchObject({ status: 405, detail: "This path supports POST, GET, HEAD." });
    }
  }
});

test("an unknown path gets 404, whatever its method and body", async () => {
  for (const method of ["POST", "PUT", "PROPFIND"]) {
    for (const [type, text] of UNUSUAL_BODIES) {
      const { status, body } = await send(method, "/nowhere", { "content-type": type }, text);
      expect(status, `${method} ${type}`).toBe(404);
      expect(JSON.parse(body)).toMatchObject({ status: 404, detail: "The API has no such path." });
    }
  }
});

test("a malformed URL is logged like any other request, and other origins may read the response", async () => {
  const { status, headers } = await send("GET", "/suppressions/%zz", { "x-request-id": "bad-url" });
  const valid = await send("GET", "/suppressions");
  expect(status).toBe(400);
  for (const name of ["access-control-allow-origin", "access-control-expose-headers"]) {
    expect(headers[name]).toBe(valid.headers[name]);
  }
  const lines = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(expect.objectContaining({ request: "bad-url", method: "GET", status: 400 }));
});
