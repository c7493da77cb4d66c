import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { awakeClock } from "#test/awake.js";
import { thorough } from "#test/sample.js";
import { renderedReports } from "#test/verify/reporters/rendered.js";
import { type Secrets, singleCredential } from "#verify/model/target/target.js";
import { isSkippedFor } from "#verify/model/test-case/need.js";
import type { Report } from "#verify/report/report.js";
import { terminalReport } from "#verify/reporters/terminal.js";
import { type VerifyOptions, verify } from "#verify/verify.js";
import { json, serve, type TestServer, unusedUrl } from "../server.js";
import { documentOf, jsonResponse, REJECTED, type Respond } from "../verify/small-document.js";
import { testTarget } from "../verify/target.js";
import { EXAMPLE, THINGS } from "./things.js";

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function runAgainst(respond: Respond, options: Partial<VerifyOptions> = {}, settings = {}): Promise<Report> {
  server = await serve(respond);
  const target = testTarget(server.url, { writes: "creations", ...settings });
  return verify({ contract: THINGS, target, ...options });
}

const findings = ({ cases }: Report) => cases.flatMap(({ outcome }) => ("findings" in outcome ? outcome.findings : []));
const reasons = ({ cases }: Report) =>
  cases.flatMap(({ outcome }) => ("reason" in outcome && outcome.reason ? [outcome.reason] : []));

/** Text of a JSON list, nested this deep. */
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** Text of a JSON object of empty texts. */
const members = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, ""])));

describe("an odd value is a finding, and every other finding is kept", () => {
  test.each([
    ["a body that is nested 12,000 levels deep", nested(12_000), "the body is nested more than 500 levels deep"],
    ["a field that is nested 100,000 levels deep", `{"data": ${nested(100_000)}}`, "the body is nested more than 500"],
    ["an id that is half of a surrogate pair", '{"data": [{"id": "\\ud800", "name": "A", "size": 1}]}', "the body at"],
    ["an id that is 2 MB long", `{"data": [{"id": "${"x".repeat(2_000_000)}", "name": "A"}]}`, "the body at /data/0"],
    ["a field __proto__", '{"data": [{"__proto__": {"id": "a"}, "constructor": 1}]}', "the body at /data/0"],
    [
      "an id that is an object with toString",
      '{"data": [{"id": {"toString": 1}, "name": "a", "size": 1}]}',
      "the body at",
    ],
    ["a number that no double holds", '{"data": 1e999}', "the body at /data must be array"],
  ])("%s", async (_, body, message) => {
    const report = await runAgainst(({ url, method }, response) => {
      if (url === "/health") return json(response, 500, {});
      if (method === "GET" && url === "/things") {
        return response.writeHead(200, { "content-type": "application/json" }).end(body);
      }
      return json(response, 404, {});
    });
    expect(report.verdict).toBe("failed");
    expect(findings(report).map((each) => each.message)).toContainEqual(expect.stringContaining(message));
    expect(findings(report).map((each) => each.message)).toContainEqual(expect.stringContaining("500"));
    expect(report.counts.errors).toBe(0);
  });

  test("a body with an object of 60,000 members may be right: its check is skipped, with the reason", async () => {
    const report = await runAgainst(({ url, method }, response) => {
      if (method !== "GET" || !url?.startsWith("/things")) return json(response, 404, {});
      return response.writeHead(200, { "content-type": "application/json" }).end(`{"data": ${members(60_000)}}`);
    });
    expect(findings(report).filter(({ check }) => check === "body")).toEqual([]);
    // The other checks of the response count.
    expect(findings(report).map(({ message }) => message)).toContain("200, but the request must get a 4xx");
    expect(reasons(report)).toContain(
      "The body has an object of more than 50,000 members, so it was not checked by its schema.",
    );
  });

  test("a body that is nested 500 levels deep is read", async () => {
    const report = await runAgainst(({ url }, response) =>
      url === "/health"
        ? response.writeHead(200, { "content-type": "application/json" }).end(`{"a": ${nested(499)}, "b": "[[{"}`)
        : json(response, 404, {}),
    );
    expect(
      report.cases.filter(({ operation }) => operation === "getHealth").map(({ outcome }) => outcome.verdict),
    ).toEqual(expect.arrayContaining(["passed"]));
  });
});

describe("a long list of wrong items", () => {
  const respondWith =
    (items: number): Respond =>
    ({ method, url }, response) => {
      const wrong = Array.from({ length: items }, (_, index) => ({ id: index, name: "A", size: "x" }));
      return json(response, 200, method === "GET" && url.startsWith("/things") ? { data: wrong } : {});
    };

  test.each([
    [400, "399 more like it"],
    [2000, "1999 more like it"],
  ])("of %d is one finding for each keyword, that says that there are %s", async (items, more) => {
    const messages = findings(await runAgainst(respondWith(items))).map(({ message }) => message);
    const ofIds = messages.filter((message) => message.includes("/data/0/id"));
    expect(ofIds.length).toBeGreaterThan(0);
    for (const message of ofIds)
      expect(message).toMatch(new RegExp(`^the body at /data/0/id must be string \\(and ${more}\\)$`));
    expect(messages.filter((message) => /\/data\/[1-9]/.test(message))).toEqual([]);
  });

  test("prints less than 200 kB", async () => {
    expect(terminalReport(await runAgainst(respondWith(2000))).length).toBeLessThan(200_000);
  });
});

test("a map with thousands of wrong fields has at most 50 findings for each response", async () => {
  const wrong = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`field${index}`, index]));
  const contract = documentOf({
    "/map": {
      get: {
        responses: { "200": jsonResponse({ patternProperties: { "^field": { type: "string" } } }, { a: "b" }) },
      },
    },
  });
  const report = await runAgainst((_, response) => json(response, 200, wrong), { contract });
  expect(report.cases.map(({ outcome }) => ("findings" in outcome ? outcome.findings.length : 0))).toContain(50);
  expect(Math.max(...report.cases.map(({ outcome }) => ("findings" in outcome ? outcome.findings.length : 0)))).toBe(
    50,
  );
  expect(terminalReport(report).length).toBeLessThan(200_000);
});

describe("a run ends in time", () => {
  let elapsed: () => number;
  beforeEach(() => {
    elapsed = awakeClock();
  });

  test("if every body stalls half-way", async () => {
    const report = await runAgainst(
      (_, response) => {
        response.writeHead(200, { "content-type": "application/json" }).write('{"data": [');
      },
      {},
      { timeout: 300 },
    );
    expect(report).toMatchObject({
      verdict: "error",
      reason: expect.stringContaining("nothing complete within 300 ms"),
    });
    expect(elapsed()).toBeLessThan(5_000);
    expect(report.counts.requests).toBeLessThanOrEqual(16);
  });

  thorough("if an operation often hangs: the time limit of its responses gets shorter", async () => {
    const names = ["a", "b", "c"];
    const parameters = names.map((name) => ({
      name,
      in: "query",
      schema: { type: "integer", minimum: 1 },
      example: 2,
    }));
    const get = { operationId: "list", parameters, responses: { "200": jsonResponse(true, {}), "400": REJECTED } };
    const report = await runAgainst(
      (_, response) => {
        if (server?.seen.length === 1) json(response, 200, {});
      },
      { contract: documentOf({ "/things": { get } }), parallel: 1 },
      { timeout: 1600 },
    );
    const limits = reasons(report).map((reason) => /within (\d+) ms/.exec(reason)?.[1]);
    expect(limits.slice(0, 5)).toEqual(["1600", "1600", "1600", "1000", "1000"]);
  });

  test("if every response is 429: the run waits once for the end of the rate limit, not with every request", async () => {
    const report = await runAgainst((_, response) => response.writeHead(429, { "retry-after": "1" }).end());
    expect(report.verdict).toBe("error");
    // Three waits of the requests that begin together, and three of a request that was on its way.
    expect(elapsed()).toBeLessThan(12_000);
    expect(report.counts.requests).toBeGreaterThan(6);
  });

  test("at its time limit, and names the operations that it did not complete", async () => {
    const report = await runAgainst(
      (_, response) => {
        // After some responses, each one takes longer than the run has left.
        if (Number(server?.seen.length) < 4) json(response, 200, EXAMPLE);
      },
      { contract: THINGS, maxTime: 4000, parallel: 1, only: ["getThing", "getHealth"] },
      { timeout: 5000 },
    );
    const late = report.cases.filter(({ outcome }) => outcome.verdict === "skipped" && isSkippedFor(outcome, "time"));
    expect(late.length).toBeGreaterThan(0);
    expect(late.length).toBeLessThan(report.cases.length);
    expect(elapsed()).toBeLessThan(8000);
  });

  test("and a run that found nothing before its time limit proves nothing", async () => {
    const report = await runAgainst(
      (_, response) => {
        setTimeout(() => json(response, 200, {}), 100);
      },
      {
        maxTime: 50,
        parallel: 1,
        only: ["getHealth"],
        contract: documentOf({
          "/a": { get: { operationId: "getHealth", responses: { "200": jsonResponse({ type: "object" }, {}) } } },
          "/b": { get: { operationId: "getHealthOfB", responses: { "200": jsonResponse({ type: "object" }, {}) } } },
        }),
      },
    );
    expect(report.verdict).toBe("error");
    expect(report.reason).toMatch(
      /^The run reached its time limit after \d+ of \d+ test cases\. Not completed: getHealth.*--max-time SECONDS$/,
    );
  });
});

test("an address where nothing listens has the cause as the whole output", async () => {
  const target = testTarget(await unusedUrl());
  const report = await verify({ contract: THINGS, target });
  expect(terminalReport(report)).toMatch(
    /^Error\. The target did not respond\. GET \S+: no response \(.*ECONNREFUSED.*\)\.$/,
  );
});

test("a key that a server sends back as the name of a field is in no report, however a pointer escapes it", async () => {
  const key = "can/ary~7f3a9c";
  const secrets: Secrets = { credentials: { own: singleCredential(key, "KEY") }, headers: {} };
  const report = await runAgainst(
    (_, response) => json(response, 200, { data: [{ [key]: { [key]: 1 } }], [key]: 1 }),
    {},
    {
      ...secrets,
      strict: true,
    },
  );
  const outputs = [...renderedReports(report), terminalReport(report)];
  expect(report.undocumentedFields.map(({ at }) => at)).toContain("/$KEY");
  for (const output of outputs) expect(output).not.toMatch(/can(\/|~1|\\\/)ary/);
});
