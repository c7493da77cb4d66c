import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import { rawRequest, statusOf } from "#test/raw-request.js";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ spec: "openapi/openapi.yaml", port: 0 });
});
afterAll(() => mock.close());

test.each([
  ["lists", "[".repeat(15_000) + "]".repeat(15_000)],
  ["objects", `${'{"email":'.repeat(15_000)}1${"}".repeat(15_000)}`],
  ["lists without an end", "[".repeat(1_000_000)],
])("a body of 15,000 %s in each other gets 400, with any media type of JSON and without one", async (_, body) => {
  for (const type of ["application/json", "application/json; charset=utf-8", "application/problem+json", undefined]) {
    const head = [
      "POST /suppressions HTTP/1.1",
      "Host: x",
      "Authorization: Bearer any",
      `Content-Length: ${body.length}`,
      ...(type ? [`Content-Type: ${type}`] : []),
    ].join("\r\n");
    const response = await rawRequest(mock.url, `${head}\r\n\r\n${body}`, 5000);
    expect(statusOf(response), response.slice(0, 500)).toBe(400);
    expect(response).toContain("The body is nested more than 500 levels deep.");
  }
});
