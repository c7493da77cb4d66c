// The test file that Vitest runs for `verify`: one test per case.
import { afterAll, inject, type TestContext, test } from "vitest";
import { useConnection } from "./connection.js";
import { Environment } from "./environment.js";
import { type PlannedCase, plan } from "./plan.js";
import { presentable } from "./present.js";
import { failureText } from "./report/failure-text.js";
import { runCase } from "./run-case.js";
import { selected } from "./select.js";
import { summaryOf } from "./summary.js";

const { document, target, only, shard } = inject("verification");
await useConnection(target.connection);
const environment = new Environment(document, target);
// A module that cannot be loaded ends the run before anything is sent.
const provision = await environment.provision();
const planned = selected(plan(environment), only, shard);

let file: TestContext["task"]["file"] | undefined;

// What only reads goes first, many at once. What writes goes one by one: it would change what the others read.
for (const each of planned.filter(({ planned: { writes } }) => !writes)) test.concurrent(each.planned.name, body(each));
for (const each of planned.filter(({ planned: { writes } }) => writes)) test(each.planned.name, body(each));

/** Cases that go on: where the run is broken off, Vitest does not wait for them. */
const underWay = new Set<Promise<unknown>>();

afterAll(async () => {
  await Promise.allSettled(underWay);
  await provision.cleanUp?.().catch((error: Error) => environment.leftovers.push(presentable(error.message, target)));
  if (file) file.meta.summary = summaryOf(environment);
});

function body(each: PlannedCase): (context: TestContext) => Promise<void> {
  return async ({ task, skip, signal }) => {
    const running = runCase(environment, each, signal);
    underWay.add(running);
    const report = await running.finally(() => underWay.delete(running));
    task.meta.report = report;
    file = task.file;
    file.meta.summary = summaryOf(environment);
    const { outcome } = report;
    if (outcome.verdict === "not verified") skip(outcome.reason);
    const failure = failureText(outcome, environment.promises);
    if (failure !== undefined) throw withoutStack(failure);
  };
}

/** An error whose message is the whole story: where in this file it was thrown helps nobody. */
function withoutStack(message: string): Error {
  const error = new Error(message);
  error.name = "Contract";
  error.stack = `Contract: ${message}`;
  return error;
}
