import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, serve, type TestServer, unusedUrl } from "#test/server.js";
import { jsonResponse, verifyServer } from "#test/verify/small-document.js";
import { testTarget } from "#test/verify/target.js";
import { runCase } from "#verify/engine/run/run-case.js";
import { runCases } from "#verify/engine/run/run-cases.js";
import { createRunContext } from "#verify/engine/run/run-context.js";
import type { FindingDraft } from "#verify/model/finding/finding.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { skipFor } from "#verify/model/test-case/need.js";
import type { Outcome } from "#verify/model/test-case/outcome.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { verdictOf } from "#verify/report/verdict.js";
import { broken } from "#verify/rules/sentence.js";
import { operationNamed, plannedCase, THINGS } from "../planned-case.js";

let server: TestServer;
beforeEach(async () => {
  server = await serve((_, response) => json(response, 200, {}));
});
afterEach(() => server.close());

const LIST = { operation: operationNamed("listThings"), parameters: [] };
const FINDING: FindingDraft = {
  ...broken("item-repeated", {}),
  place: "#/paths/~1things/get",
  expected: "1 item",
  received: "0 items",
};

/** A test case with a programming error. */
const defective = plannedCase({
  name: "listThings › defective",
  run: async () => JSON.parse("null").field,
});

const runOn = (baseUrl: string) => createRunContext(THINGS, testTarget(baseUrl, { timeout: 2000 }));

async function outcomeOf(planned = plannedCase({}), signal?: AbortSignal): Promise<Outcome> {
  return (await runCase(runOn(server.url), planned, { signal })).outcome;
}

test("a test case without findings passes, with the statuses of its responses", async () => {
  const planned = plannedCase({
    run: async (context) => {
      await context.send(LIST);
      await context.send(LIST);
    },
  });
  expect(await outcomeOf(planned)).toEqual({ verdict: "passed", statuses: [200, 200], duration: expect.any(Number) });
});

describe("the parts of a test case that run together", () => {
  /** A part that responds after so many milliseconds, and has a finding. */
  const part = (index: number, milliseconds: number) => async (context: CaseContext) => {
    await context.send(LIST);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    context.judge([{ finding: { ...FINDING, message: `finding ${index}` }, exchange: undefined }]);
    return index;
  };

  test("run at once, and their findings and statuses have the order of the parts", async () => {
    let open = 0;
    let most = 0;
    const counted = (run: ReturnType<typeof part>) => async (context: CaseContext) => {
      open += 1;
      most = Math.max(most, open);
      const result = await run(context);
      open -= 1;
      return result;
    };
    let values: number[] = [];
    const planned = plannedCase({
      run: async (context) => {
        values = await context.together([part(0, 30), part(1, 15), part(2, 0)].map(counted));
        context.judge([{ finding: { ...FINDING, message: "finding after them" }, exchange: undefined }]);
      },
    });
    const outcome = await outcomeOf(planned);
    expect({ most, values }).toEqual({ most: 3, values: [0, 1, 2] });
    if (outcome.verdict !== "failed") throw new Error(`The test case ended as ${outcome.verdict}.`);
    const messages = ["finding 0", "finding 1", "finding 2", "finding after them"];
    expect(outcome.findings.map(({ message }) => message)).toEqual(messages);
    expect(outcome.statuses).toEqual([200, 200, 200]);
    expect(outcome.duration).toBeGreaterThanOrEqual(0);
  });

  test("all end before the first one that cannot be judged skips the test case", async () => {
    let ended = 0;
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      ended += 1;
    };
    const impossible = async () => {
      throw new Skipped("nothing shows it");
    };
    const outcome = await outcomeOf(
      plannedCase({ run: async (context) => void (await context.together([slow, impossible, slow])) }),
    );
    expect({ ended, outcome }).toMatchObject({ ended: 2, outcome: { verdict: "skipped", reason: "nothing shows it" } });
  });
});

describe("a programming error in a test case", () => {
  test("is an error with its stack", async () => {
    expect(await outcomeOf(defective)).toEqual({
      verdict: "error",
      reason: expect.stringContaining("Cannot read properties of null (reading 'field')"),
      statuses: [],
      findings: [],
      reproduce: undefined,
      stack: expect.stringMatching(/^TypeError: .*\n +at .*run-case\.test\.ts/),
    });
  });

  test("does not end the run, and makes the verdict of the run an error if nothing failed", async () => {
    const results = await runCases(runOn(server.url), [defective, plannedCase({ name: "listThings › other" })], {
      parallel: 1,
    });
    expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["error", "passed"]);
    expect(verdictOf(results, { keyVariable: "KEY", key: "sent" })).toMatchObject({
      verdict: "error",
      reason: "A test case ended with an unexpected error. Cannot read properties of null (reading 'field').",
      counts: { cases: 2, passed: 1, errors: 1 },
    });
  });

  test("does not hide a failure of the server", async () => {
    const failing = plannedCase({
      run: async (context) => void context.judge([{ finding: FINDING, exchange: undefined }]),
    });
    const results = await runCases(runOn(server.url), [defective, failing], { parallel: 1 });
    expect(verdictOf(results, { keyVariable: "KEY", key: "sent" })).toMatchObject({
      verdict: "failed",
      counts: { failed: 1, errors: 1 },
    });
  });

  test("keeps the findings before it", async () => {
    const planned = plannedCase({
      run: async (context) => {
        context.judge([{ finding: FINDING, exchange: undefined }]);
        throw new TypeError("a defect");
      },
    });
    expect(await outcomeOf(planned)).toMatchObject({ verdict: "error", findings: [{ check: "pagination" }] });
  });
});

test("a missing response is an error with a curl command and without a stack", async () => {
  const run = runOn(await unusedUrl());
  const { outcome } = await runCase(run, plannedCase({ run: async (context) => void (await context.send(LIST)) }));
  expect(outcome).toMatchObject({
    verdict: "error",
    reason: expect.stringMatching(/^GET \S+\/things: no response \(.*ECONNREFUSED/),
    reproduce: expect.stringMatching(/^curl -sS -i 'http:\S+\/things'/),
    stack: undefined,
  });
});

test.each<{ title: string; findings: FindingDraft[]; outcome: object }>([
  { title: "skipped with the reason", findings: [], outcome: { verdict: "skipped", reason: "the list is empty" } },
  { title: "failed if it has findings", findings: [FINDING], outcome: { verdict: "failed" } },
])("a test case that throws Skipped is $title", async ({ findings, outcome }) => {
  const planned = plannedCase({
    run: async (context) => {
      for (const finding of findings) context.judge([{ finding, exchange: undefined }]);
      throw new Skipped("the list is empty");
    },
  });
  expect(await outcomeOf(planned)).toMatchObject(outcome);
});

test("a test case that is planned as skipped does not run", async () => {
  const planned = { ...defective, skip: skipFor({ kind: "writes", level: "reversible" }) };
  expect(await outcomeOf(planned)).toEqual({
    verdict: "skipped",
    reason: "writes are not allowed",
    needs: [{ kind: "writes", level: "reversible" }],
    statuses: [],
  });
});

test("an aborted signal skips a test case before it sends anything", async () => {
  const planned = plannedCase({ run: async (context) => void (await context.send(LIST)) });
  expect(await outcomeOf(planned, AbortSignal.abort())).toMatchObject({ needs: [{ kind: "interrupted" }] });
  expect(server.seen).toEqual([]);
});

describe("a request that cannot be sent", () => {
  const named = (parameter: JsonObject, path = "/named"): JsonObject => ({
    [path]: {
      get: {
        parameters: [{ name: "name", required: true, schema: { type: "string" }, ...parameter }],
        responses: { "200": jsonResponse({ type: "object" }, {}) },
      },
    },
    "/others": { get: { responses: { "200": jsonResponse({ type: "object" }, {}) } } },
  });

  test.each<{ title: string; paths: JsonObject; reason: string }>([
    {
      title: "a header with a line break",
      paths: named({ in: "header", example: "a\nb" }),
      reason: 'the header "name" holds a character that HTTP cannot carry',
    },
    {
      title: "a header with letters beyond Latin-1",
      paths: named({ in: "header", example: "取得" }),
      reason: 'the header "name" holds a character that HTTP cannot carry',
    },
    {
      title: "a lone surrogate in the path",
      paths: named({ in: "path", example: "a\ud800b" }, "/named/{name}"),
      reason: "a value holds half of a surrogate pair, which a URL cannot carry",
    },
    {
      title: "a lone surrogate in the query",
      paths: named({ in: "query", example: "\udc00" }),
      reason: "a value holds half of a surrogate pair, which a URL cannot carry",
    },
  ])("skips its test case with the reason, and the others run: $title", async ({ paths, reason }) => {
    const { results } = await verifyServer(paths, (_, response) => json(response, 200, {}));
    const examples = results.filter(({ suite }) => suite === "examples");
    expect(examples.map(({ outcome }) => outcome)).toMatchObject([
      { verdict: "skipped", reason, needs: [], statuses: [] },
      { verdict: "passed", statuses: [200] },
    ]);
    expect(results.filter(({ outcome }) => outcome.verdict === "error")).toEqual([]);
  });
});
