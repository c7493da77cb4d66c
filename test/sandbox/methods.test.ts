import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestSandbox, testSandbox } from "./sandbox.js";

let log = "";
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox(async () => ({ location: ":memory:", drop: async () => {} }), {
    log: {
      format: "json",
      write: (line) => {
        log += line;
      },
    },
  });
});
afterAll(() => sandbox.stop());

interface Sent {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** As `fetch`, which knows no TRACE. */
function send(method: string, path: string, headers: Record<string, string> = {}, body = ""): Promise<Sent> {
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

const ODD_BODIES: [string, string][] = [
  ["application/json", "{"],
  ["application/xml", "<a/>"],
  ["text/plain", "x".repeat(70_000)],
  ["no type at all", "x"],
];

test("OPTIONS that is no preflight is answered like one", async () => {
  for (const path of ["/suppressions", "/nowhere"]) {
    const { status, headers, body } = await send("OPTIONS", path);
    expect([status, body]).toEqual([204, ""]);
    expect(headers["access-control-allow-origin"]).toBe("*");
  }
});

test("every method that a path does not have is 405 with Allow, whatever the body is", async () => {
  for (const method of ["PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "LOCK", "SEARCH"]) {
    for (const [type, text] of method === "TRACE" ? [["text/plain", ""] as const] : ODD_BODIES) {
      const { status, headers, body } = await send(method, "/suppressions", { "content-type": type }, text);
      expect(status, `${method} ${type}`).toBe(405);
      expect(headers.allow).toBe("POST, GET, HEAD");
      expect(JSON.parse(body)).toMatchObject({ status: 405, detail: "This path knows POST, GET, HEAD." });
    }
  }
});

test("a path that the API does not have is 404, whatever the method and the body are", async () => {
  for (const method of ["POST", "PUT", "PROPFIND"]) {
    for (const [type, text] of ODD_BODIES) {
      const { status, body } = await send(method, "/nowhere", { "content-type": type }, text);
      expect(status, `${method} ${type}`).toBe(404);
      expect(JSON.parse(body)).toMatchObject({ status: 404, detail: "The API has no such path." });
    }
  }
});

test("a URL that cannot be read is logged like any other request, and other origins may read the answer", async () => {
  const { status, headers } = await send("GET", "/suppressions/%zz", { "x-request-id": "bad-url" });
  const good = await send("GET", "/suppressions");
  expect(status).toBe(400);
  for (const name of ["access-control-allow-origin", "access-control-expose-headers"]) {
    expect(headers[name]).toBe(good.headers[name]);
  }
  const lines = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(expect.objectContaining({ request: "bad-url", method: "GET", status: 400 }));
});
