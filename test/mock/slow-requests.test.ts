import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import { INCOMPLETE_REQUESTS, SHORT_LIMIT, sendAndWait } from "../team-api/sandbox/http/raw-client.js";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ spec: "generated/openapi.json", port: 0, requestTimeout: SHORT_LIMIT });
});
afterAll(() => mock.close());

test.concurrent.each(INCOMPLETE_REQUESTS)(
  "a connection that sends %s gets 408, and is closed soon after the time limit",
  async (_, request) => {
    const { received, seconds, awake } = await sendAndWait(mock.url, request("/suppressions", "any"));
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(seconds).toBeGreaterThan(SHORT_LIMIT / 1000 - 0.1);
    expect(awake).toBeLessThan(5);
  },
);
