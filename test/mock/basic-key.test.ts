import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setupServer } from "msw/node";
import { expect, test } from "vitest";
import { startMock } from "#mock/mock.js";
import { contractHandlers } from "#mock/msw/handlers.js";
import { temporaryFolder } from "../temporary.js";
import { documentOf } from "../verify/small-document.js";

const document = {
  ...documentOf({ "/a": { get: { operationId: "read", security: [{ Basic: [] }], responses: { "204": {} } } } }),
  components: { securitySchemes: { Basic: { type: "http", scheme: "basic" } } },
};

test.each<[sent: string | undefined, status: number, detail: string | undefined]>([
  ["Basic YTpi", 204, undefined],
  ["Basic a2V5", 401, "GET /a: the key of HTTP Basic is not user:password in Base64."],
  ["Basic a:b", 401, "GET /a: the key of HTTP Basic is not user:password in Base64."],
  ["Bearer key", 401, "GET /a: a key is missing."],
  [undefined, 401, "GET /a: a key is missing."],
])(
  "with %s, mock and handlers respond with %d, and say that the key of HTTP Basic is user:password",
  async (sent, status, detail) => {
    const spec = join(await temporaryFolder("basic"), "openapi.json");
    await writeFile(spec, JSON.stringify(document));
    const mock = await startMock({ spec, port: 0 });
    const server = setupServer(
      ...contractHandlers<Record<string, never>>(document, {}).handlers({}, { baseUrl: "https://api.example.com" }),
    );
    server.listen({ onUnhandledRequest: "bypass" });
    try {
      for (const [base, rest] of [
        [mock.url, " The contract requires the header Authorization: Basic and user:password in Base64."],
        ["https://api.example.com", ""],
      ]) {
        const response = await fetch(`${base}/a`, { headers: sent ? { authorization: sent } : {} });
        const problem = response.status === 204 ? {} : await response.json();
        expect([response.status, problem.detail]).toEqual([status, detail && `${detail}${rest}`]);
      }
    } finally {
      server.close();
      await mock.close();
    }
  },
);
