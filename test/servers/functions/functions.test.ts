import { expect, test } from "vitest";
import { verifyServer } from "../../verify/small-document.js";
import { floorOf, Reached } from "./floor.js";
import { FUNCTION_PATHS, FUNCTIONS, respondsWith } from "./service.js";

const reached = new Reached();
const run = await verifyServer(
  FUNCTION_PATHS,
  respondsWith(reached.reach, (operationId) => reached.succeeded.add(operationId)),
  { hasExampleData: false },
);
const [few, many] = [floorOf(300), floorOf(3000)];

test("a run has a success for each operation that calculates, with at most 60 requests for each", () => {
  expect(FUNCTIONS.map(({ operationId }) => operationId).filter((id) => !reached.succeeded.has(id))).toEqual([]);
  const requestsBelow = (path: string) =>
    run.requests.filter(({ url }) => url.split(/[/?]/)[1] === path.split("/")[1]).length;
  expect(Math.max(...FUNCTIONS.map(({ path }) => requestsBelow(path)))).toBeLessThanOrEqual(60);
});

test("a run reaches at least 95 % of the branches that 3,000 random requests reach, and more than 300 do", () => {
  const both = [...many.branches].filter((branch) => reached.branches.has(branch));
  expect(both.length).toBeGreaterThanOrEqual(0.95 * many.branches.size);
  expect(reached.branches.size).toBeGreaterThan(few.branches.size);
});

test("functions that reject values for which they are not defined have no cause", () => {
  expect(run.titles).toEqual([]);
});
