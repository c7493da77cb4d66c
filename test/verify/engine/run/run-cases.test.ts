import { expect, test } from "vitest";
import { json, serve } from "#test/server.js";
import { testTarget } from "#test/verify/target.js";
import { runCases } from "#verify/engine/run/run-cases.js";
import { createRunContext } from "#verify/engine/run/run-context.js";
import { operationNamed, plannedCase, THINGS } from "../planned-case.js";

const newRun = () => createRunContext(THINGS, testTarget("http://127.0.0.1:9"));

/** Test cases that record when they begin and end. */
function recording(names: readonly string[]) {
  const events: string[] = [];
  const cases = names.map((name) => {
    const [isolated, apart] = [name.startsWith("isolated"), name.startsWith("apart")];
    const writes = isolated || apart || /^(write|example)/.test(name);
    return plannedCase({
      suite: name.startsWith("example") ? "examples" : "life-cycle",
      ...{ name, writes, isolated, apart, operation: operationNamed(writes ? "addThing" : "listThings") },
      run: async () => {
        events.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        events.push(`${name} ends`);
      },
    });
  });
  return { events, cases };
}

test("test cases that read run at the same time, then those that write run one by one", async () => {
  const { events, cases } = recording(["write 1", "read 1", "write 2", "read 2"]);
  await runCases(newRun(), cases, { parallel: 4 });
  expect(events).toEqual([
    ...["read 1 begins", "read 2 begins", "read 1 ends", "read 2 ends"],
    ...["write 1 begins", "write 1 ends", "write 2 begins", "write 2 ends"],
  ]);
});

test("test cases that write in isolation run at the same time, after those that read, and after the examples, and before the others", async () => {
  const { events, cases } = recording(["write 1", "isolated 1", "read 1", "example 1", "isolated 2"]);
  await runCases(newRun(), cases, { parallel: 4 });
  expect(events).toEqual([
    ...["read 1 begins", "read 1 ends", "example 1 begins", "example 1 ends"],
    ...["isolated 1 begins", "isolated 2 begins", "isolated 1 ends", "isolated 2 ends"],
    ...["write 1 begins", "write 1 ends"],
  ]);
});

test("test cases that run apart run one by one, beside others that write, and after those in isolation", async () => {
  const { events, cases } = recording(["write 1", "apart 1", "isolated 1", "apart 2", "write 2"]);
  await runCases(newRun(), cases, { parallel: 4 });
  expect(events.slice(0, 2)).toEqual(["isolated 1 begins", "isolated 1 ends"]);
  expect(events.slice(2).filter((event) => event.startsWith("apart"))).toEqual([
    ...["apart 1 begins", "apart 1 ends", "apart 2 begins", "apart 2 ends"],
  ]);
  expect(events.slice(2).filter((event) => event.startsWith("write"))).toEqual([
    ...["write 1 begins", "write 1 ends", "write 2 begins", "write 2 ends"],
  ]);
  expect(events.indexOf("write 1 begins")).toBeLessThan(events.indexOf("apart 1 ends"));
});

test("of the test cases that run at the same time, examples begin first, then long ones", async () => {
  const begun: string[] = [];
  const cases = ["short", "long", "example"].map((name) =>
    plannedCase({
      ...{ name, suite: name === "example" ? "examples" : "rules", isLong: name === "long" },
      run: async () => void begun.push(name),
    }),
  );
  const results = await runCases(newRun(), cases, { parallel: 1 });
  expect(begun).toEqual(["example", "long", "short"]);
  expect(results.map(({ name }) => name)).toEqual(["short", "long", "example"]);
});

test.each([1, 2])("at most %i requests are sent at once, also by a test case that sends several", async (parallel) => {
  let most = 0;
  let open = 0;
  const server = await serve((_, response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      json(response, 200, {});
    }, 10);
  });
  const operation = operationNamed("listThings");
  const cases = [1, 2].map((each) =>
    plannedCase({
      name: `case ${each}`,
      run: async (context) => {
        await Promise.all(Array.from({ length: 4 }, () => context.send({ operation, parameters: [] })));
      },
    }),
  );
  const run = createRunContext(THINGS, testTarget(server.url));
  await runCases(run, cases, { parallel });
  await server.close();
  expect(run.gate.wire.requests).toBe(8);
  expect(most).toBe(parallel);
});

/** Runs 60 test cases that each send one request. Returns the most requests that the server had at once. */
async function mostAtOnce(answer: (open: number) => { milliseconds: number; status: number }): Promise<number> {
  let most = 0;
  let open = 0;
  const server = await serve((_, response) => {
    open += 1;
    most = Math.max(most, open);
    const { milliseconds, status } = answer(open);
    setTimeout(() => {
      open -= 1;
      json(response, status, {});
    }, milliseconds);
  });
  const operation = operationNamed("listThings");
  const cases = Array.from({ length: 60 }, (_, index) =>
    plannedCase({
      name: `case ${index}`,
      run: async (context) => void (await context.send({ operation, parameters: [] })),
    }),
  );
  await runCases(createRunContext(THINGS, testTarget(server.url)), cases, {});
  await server.close();
  return most;
}

test("where nothing sets it, a distant server that stays as quick gets up to 16 requests at once", async () => {
  // So slow that a busy machine does not make its responses a third slower.
  expect(await mostAtOnce(() => ({ milliseconds: 900, status: 200 }))).toBe(16);
});

test("a distant server that says 429 gets 8 requests at once", async () => {
  expect(await mostAtOnce(() => ({ milliseconds: 100, status: 429 }))).toBe(8);
});

test("results have the order of the test cases, and are reported in the order in which they end", async () => {
  const { cases } = recording(["write 1", "read 1"]);
  const ended: string[] = [];
  const results = await runCases(newRun(), cases, { parallel: 4, onResult: ({ name }) => void ended.push(name) });
  expect(results.map(({ name }) => name)).toEqual(["write 1", "read 1"]);
  expect(ended).toEqual(["read 1", "write 1"]);
});

test("`stop` skips the remaining test cases as interrupted", async () => {
  const { cases } = recording(["read 1", "read 2", "write 1"]);
  const results = await runCases(newRun(), cases, { parallel: 1, onResult: () => "stop" });
  expect(results.map(({ outcome }) => outcome)).toMatchObject([
    { verdict: "passed" },
    { verdict: "skipped", reason: "the run was interrupted" },
    { verdict: "skipped", reason: "the run was interrupted" },
  ]);
});

test("an abort lets running test cases end, and skips the others", async () => {
  const { events, cases } = recording(["read 1", "read 2", "write 1"]);
  const controller = new AbortController();
  const running = runCases(newRun(), cases, { parallel: 1, signal: controller.signal });
  controller.abort();
  const results = await running;
  expect(events).toEqual(["read 1 begins", "read 1 ends"]);
  expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed", "skipped", "skipped"]);
});

test("a document without test cases has no results", async () => {
  expect(await runCases(newRun(), [], { parallel: 8 })).toEqual([]);
});

test("a test case that requests reserved for others stop runs again at the end, with those that they did not need", async () => {
  const server = await serve((_, response) => json(response, 200, {}));
  const operation = operationNamed("listThings");
  const sending = (name: string, count: number, more: object) =>
    plannedCase({
      ...{ name, operation, ...more },
      run: async (context) => {
        for (let sent = 0; sent < count; sent += 1) await context.send({ operation, parameters: [] });
      },
    });
  const cases = [
    sending("rules", 25, { suite: "rules" }),
    sending("life", 1, { suite: "life-cycle", writes: true, operation: operationNamed("addThing") }),
  ];
  const run = createRunContext(THINGS, testTarget(server.url), { budget: 60 });
  run.budget.reserve(cases);
  const results = await runCases(run, cases, { parallel: 1 });
  await server.close();
  expect(results.map(({ name, outcome }) => `${name}: ${outcome.verdict}`)).toEqual(["rules: passed", "life: passed"]);
});

test("what a stopped test case found stands, if no request is left for it", async () => {
  const server = await serve((_, response) => json(response, 200, {}));
  const operation = operationNamed("listThings");
  const stopped = plannedCase({
    ...{ name: "rules", suite: "rules", operation },
    run: async (context) => {
      for (let sent = 0; sent < 9; sent += 1) await context.send({ operation, parameters: [] });
    },
  });
  const run = createRunContext(THINGS, testTarget(server.url), { budget: 3 });
  const [result] = await runCases(run, [stopped], { parallel: 1 });
  await server.close();
  expect(result?.outcome).toMatchObject({ verdict: "skipped", statuses: [200, 200, 200] });
});
