import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryDatabase } from "../databases.js";
import { type TestSandbox, testSandbox } from "../sandbox.js";
import { INCOMPLETE_REQUESTS, SHORT_LIMIT, sendAndWait } from "./raw-client.js";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox(memoryDatabase, { requestTimeout: SHORT_LIMIT });
});
afterAll(() => sandbox.stop());

const TOO_LARGE = (path: string, key: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 12000000\r\n\r\nx`;

test.concurrent.each([...INCOMPLETE_REQUESTS, ["a part of a body that is too large", TOO_LARGE] as const])(
  "a connection that sends %s gets one response, 408, and is closed soon after the time limit",
  async (_, request) => {
    const { received, seconds, awake } = await sendAndWait(sandbox.url, request("/suppressions", sandbox.keys.first));
    expect(received).toMatch(/^HTTP\/1\.1 408 .*problem\+json.*did not arrive completely in time/s);
    expect(received.match(/HTTP\/1\.1/g)?.length).toBe(1);
    expect(seconds).toBeGreaterThan(SHORT_LIMIT / 1000 - 0.1);
    expect(awake).toBeLessThan(5);
  },
);
