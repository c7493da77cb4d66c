import { expect, test } from "vitest";
import { json, serve } from "#test/server.js";
import { progressLine } from "#verify/command/progress.js";
import { html } from "#verify/reporters/html.js";
import { terminalReport } from "#verify/reporters/terminal.js";
import { type RunEvent, verify } from "#verify/verify.js";
import { report } from "./reporters/sample.js";
import { documentOf, jsonResponse } from "./small-document.js";
import { testTarget } from "./target.js";

const CONTRACT = documentOf({
  "/a": { get: { operationId: "getA", responses: { "200": jsonResponse({ type: "object" }, {}) } } },
  "/b": { get: { operationId: "getB", responses: { "200": jsonResponse({ type: "object" }, {}) } } },
});

test("a run reports how long it waited; requests that wait at the same time are counted once", async () => {
  const limited = new Set<string>();
  const server = await serve(({ url }, response) => {
    if (limited.has(url)) return json(response, 200, {});
    limited.add(url);
    json(response, 429, {}, { "retry-after": "1" });
  });
  const events: RunEvent[] = [];
  const target = testTarget(server.url, { credentials: {}, writes: "none" });
  const result = await verify({ contract: CONTRACT, target, parallel: 2, onEvent: (event) => events.push(event) });
  await server.close();
  expect(result.verdict).toBe("passed");
  expect(events.filter(({ type }) => type === "waiting")).toContainEqual({
    type: "waiting",
    status: 429,
    milliseconds: 1000,
  });
  const waits = events.filter(({ type }) => type === "waiting").length;
  expect(waits).toBeGreaterThan(1);
  expect(result.waited).toBeGreaterThan(900);
  expect(result.waited).toBeLessThan(waits * 1000);
});

test("a run that did not wait says nothing of it", async () => {
  const server = await serve((_, response) => json(response, 200, {}));
  const target = testTarget(server.url, { credentials: {}, writes: "none" });
  const result = await verify({ contract: CONTRACT, target });
  await server.close();
  expect(result.waited).toBeUndefined();
  expect(terminalReport(result)).not.toMatch(/waited/i);
});

test("the closing lines and the page have the time that a run waited, from one second", () => {
  expect(terminalReport(report({ waited: 62_000 }))).toContain(
    "Waited for the target: 1 min 2 s (429 or 503, Retry-After).",
  );
  expect(html.render(report({ waited: 62_000 }))).toMatch(/Waited for the target<\/dt><dd>1 min 2 s/);
  expect(terminalReport(report({ waited: 999 }))).not.toContain("Waited");
});

/** A stream that keeps what is written. */
function stream(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => {
    written.push(String(text));
    return true;
  };
  return { written, isTTY, write };
}

test("without a terminal, a long wait is one line, and others of the same minute are none", () => {
  const output = stream(false);
  let time = 0;
  const progress = progressLine(output, () => time);
  progress.show(1, 9);
  progress.wait({ status: 429, milliseconds: 2999 });
  progress.wait({ status: 429, milliseconds: 29_500 });
  time = 59_999;
  progress.wait({ status: 503, milliseconds: 60_000 });
  time = 60_000;
  progress.wait({ status: 503, milliseconds: 60_000 });
  progress.clear();
  expect(output.written).toEqual(["waiting 30 s: 429, Retry-After\n", "waiting 60 s: 503, Retry-After\n"]);
});

test("on a terminal, the wait stands beside the number of test cases until the next one ends", () => {
  const { CI } = process.env;
  delete process.env.CI;
  const output = stream(true);
  const progress = progressLine(output);
  progress.show(1, 9);
  progress.wait({ status: 429, milliseconds: 1000 });
  progress.show(2, 9);
  progress.clear();
  if (CI !== undefined) process.env.CI = CI;
  expect(output.written.map((text) => text.replace("\r\u001b[K", ""))).toEqual([
    "  1 of 9 test cases",
    "  1 of 9 test cases  waiting 1 s: 429, Retry-After",
    "  2 of 9 test cases",
    "",
  ]);
});

test("the time limit of a run includes its start: one that took all of the time sends nothing", async () => {
  const server = await serve((_, response) => json(response, 200, {}));
  const target = testTarget(server.url, { credentials: {}, writes: "none" });
  const begun = Date.now() - 5000;
  const { cases, duration } = await verify({ contract: CONTRACT, target, begun, maxTime: 4000 });
  await server.close();
  expect(server.seen).toEqual([]);
  expect(new Set(cases.map(({ outcome }) => outcome.verdict))).toEqual(new Set(["skipped"]));
  expect(duration).toBeGreaterThanOrEqual(5000);
});

test("a run that reaches its time limit does not wait for the response to a read", async () => {
  const server = await serve(() => {
    // No response is ever sent.
  });
  const target = testTarget(server.url, { credentials: {}, writes: "none", timeout: 60_000 });
  const { cases, duration } = await verify({ contract: CONTRACT, target, maxTime: 500 });
  await server.close();
  expect(server.seen.length).toBeGreaterThan(0);
  expect(new Set(cases.map(({ outcome }) => outcome.verdict))).toEqual(new Set(["skipped"]));
  expect(duration).toBeLessThan(30_000);
});
