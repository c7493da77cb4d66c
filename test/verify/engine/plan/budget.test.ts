import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { failuresOf } from "#test/verify/failures.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";
import { Budget, defaultBudget } from "#verify/engine/plan/budget.js";
import { reasonOf } from "#verify/model/test-case/outcome.js";
import { operationNamed, plannedCase } from "../planned-case.js";

test.each([
  [1, 300],
  [5, 300],
  [6, 360],
  [100, 6000],
])("a run of %i operations sends %i requests at most", (operations, requests) => {
  expect(defaultBudget(operations)).toBe(requests);
});

const list = operationNamed("listThings");
const add = operationNamed("addThing");
const [first, second, other, values, rest] = [
  plannedCase({ suite: "examples", operation: list }),
  plannedCase({ suite: "examples", operation: add }),
  plannedCase({ suite: "examples", operation: list }),
  plannedCase({ suite: "accepted-values", operation: list }),
  plannedCase({ suite: "robustness", operation: list }),
];

test("a request is reserved for each operation, before other examples and documented values", () => {
  const budget = new Budget(2);
  budget.reserve([first, other, values, second, rest]);
  expect([first, second, other, values, rest].map((each) => budget.admits(each))).toEqual([
    ...[true, true],
    ...[false, false, false],
  ]);
  expect(budget.take(first)).toBe(true);
  expect(budget.take(other)).toBe(false);
  budget.release(second);
  expect(budget.take(other)).toBe(true);
  expect(budget.take(second)).toBe(false);
});

test("the requests for documented values are reserved before the rest, and free for it if they are not needed", () => {
  const budget = new Budget(8);
  budget.reserve([values, rest]);
  expect(budget.admits(rest)).toBe(false);
  budget.release(values);
  for (let count = 0; count < 8; count += 1) expect(budget.take(rest)).toBe(true);
  expect(budget.take(rest)).toBe(false);
});

test("the requests for the life of a resource are reserved before documented values and the rest", () => {
  const life = plannedCase({ suite: "life-cycle", operation: add });
  const budget = new Budget(50);
  budget.reserve([first, second, values, life, rest]);
  for (const each of [first, second]) budget.release(each);
  let count = 0;
  while (budget.take(values)) count += 1;
  expect(count).toBe(10);
  expect([budget.admits(rest), budget.admits(life)]).toEqual([false, true]);
});

const parameters: JsonObject[] = [
  { name: "size", in: "query", schema: { type: "integer", minimum: 1, maximum: 9 } },
  { name: "kind", in: "query", schema: { enum: ["a", "b"] } },
];
const responses: JsonObject = { "200": { description: "Done." }, "400": REJECTED };
const NAMES = Array.from({ length: 12 }, (_, index) => `/list${index}`);
const PATHS: JsonObject = Object.fromEntries(NAMES.map((name) => [name, { get: { parameters, responses } }]));

const isValid = ({ searchParams }: URL) =>
  /^[1-9]?$/.test(searchParams.get("size") ?? "") && /^[ab]?$/.test(searchParams.get("kind") ?? "");

async function run(budget?: number) {
  const { results, requests } = await verifyServer(
    PATHS,
    ({ method, url }, response) => {
      const isGet = method === "GET";
      response.writeHead(isGet ? (isValid(new URL(url, "http://host")) ? 200 : 400) : 405).end();
    },
    {},
    budget === undefined ? {} : { budget },
  );
  expect(failuresOf(results)).toEqual([]);
  const touched = new Set(requests.map(({ url }) => url.split("?")[0]));
  const skipped = results.filter(({ outcome }) => outcome.verdict === "skipped");
  return { results, requests, touched, skipped };
}

test.each([12, 40, 100])(
  "with a budget of %i requests, each operation is touched, and no further request is sent",
  async (budget) => {
    const { requests, touched, skipped } = await run(budget);
    expect(requests.length).toBe(budget);
    expect(touched.size).toBe(12);
    expect(new Set(skipped.map(({ outcome }) => reasonOf(outcome)))).toEqual(
      new Set([`the run reached its budget of ${budget} requests (--budget N sets another one)`]),
    );
  },
);

test("with a budget for the documented values, each parameter has them before other suites run", async () => {
  const { results } = await run(12 + 12 * 8);
  const values = results.filter(({ suite }) => suite === "accepted-values");
  expect(values.map(({ outcome }) => outcome.verdict)).toEqual(Array(12).fill("passed"));
  expect(results.some(({ suite, outcome }) => suite === "invalid-requests" && outcome.verdict === "skipped")).toBe(
    true,
  );
});

test("the default budget skips nothing here", async () => {
  expect((await run()).skipped).toEqual([]);
});
