import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import { fc } from "#test/property.js";

const REQUESTS = 700;

const mocks: Record<string, Mock> = {};
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  for (const spec of ["openapi/openapi.yaml", "test/documents/accounts.yaml"]) {
    mocks[spec] = await startMock({ spec, port: 0 });
  }
});
afterAll(async () => {
  agent.destroy();
  for (const mock of Object.values(mocks)) await mock.close();
});

/** Requests that are valid without further headers. */
const KEY = { authorization: "Bearer any" };
const JSON_KEY = { ...KEY, "content-type": "application/json" };
const BASIC = { authorization: `Basic ${btoa("any:key")}`, cookie: "theme=dark; lang=de" };
const base = fc.constantFrom(
  { spec: "openapi/openapi.yaml", method: "GET", path: "/suppressions", headers: KEY, body: "" },
  { spec: "openapi/openapi.yaml", method: "POST", path: "/suppressions", headers: JSON_KEY, body: '{"email":"a@b.c"}' },
  { spec: "openapi/openapi.yaml", method: "DELETE", path: "/oauth/grants/x", headers: KEY, body: "" },
  { spec: "test/documents/accounts.yaml", method: "GET", path: "/accounts", headers: BASIC, body: "" },
  { spec: "test/documents/accounts.yaml", method: "GET", path: "/file", headers: BASIC, body: "" },
);

/** Parts of headers that are valid in one place at least. A status of 500 is left out, because the mock would return it. */
const part = fc.constantFrom(
  ...["a/b", "application/json", "application/*", "*/*", "*", "text/html", "foo", "/", "charset=utf-8", "q=1", "q=x"],
  ...["code=404", "code=204", "code=000", "code=4xx", "code", "example=complaint", "example=none", "example="],
  ...["dynamic=true", "dynamic", "seed=1", "__proto__=1", "constructor", "boundary=x", "multipart/form-data"],
  ...["Bearer x", "Basic ", "lang=de", ",", ";", "=", '"', "'", "\\", " ", "\t", "%", "\u00e9", ""],
);
const value = fc.oneof(
  fc.array(part, { maxLength: 5 }).map((parts) => parts.join("")),
  fc.array(part, { maxLength: 4 }).map((parts) => parts.join(", ")),
  fc.array(part, { maxLength: 4 }).map((parts) => parts.join("; ")),
  fc.string({ maxLength: 20 }).map((text) => text.replace(/[^\t\x20-\x7e]/g, "")),
);
const others = [
  "content-type",
  "cookie",
  "origin",
  "authorization",
  "access-control-request-headers",
  "accept-language",
];
const headers = fc.oneof(
  fc.record({ accept: value }),
  fc.record({ prefer: value }),
  fc.record({ accept: value, prefer: value }),
  fc.dictionary(fc.constantFrom(...others), value, { maxKeys: 2 }),
);

test(`${REQUESTS} requests with odd headers get no 5xx, and every error is a problem`, async () => {
  await fc.assert(
    fc.asyncProperty(base, headers, async ({ spec, ...sent }, odd) => {
      const url = mocks[spec]?.url + sent.path;
      const { status, type, text } = await send(url, { ...sent, headers: { ...sent.headers, ...odd } });
      expect(status, text).toBeLessThan(500);
      // The contract documents some errors without content.
      if (status >= 400 && text !== "") {
        expect(type).toBe("application/problem+json");
        expect(JSON.parse(text)).toMatchObject({ title: expect.any(String), status });
      }
    }),
    { numRuns: REQUESTS },
  );
});

/** Sends a request; unlike `fetch`, with any header. */
function send(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: string },
): Promise<{ status: number; type: string | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, type: response.headers["content-type"], text }),
      );
    });
    sent.setTimeout(5000, () => sent.destroy(new Error("The mock sent no response.")));
    sent.on("error", reject).end(body);
  });
}
