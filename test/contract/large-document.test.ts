import { expect, test } from "vitest";
import { Environment } from "../../src/contract/environment.js";
import { plan } from "../../src/contract/plan.js";
import { planTable } from "../../src/contract/report/plan-table.js";
import { generatedDocument } from "../bench/generated-document.js";
import { testTarget } from "./target.js";

test("more cases than a call may have arguments are shown", () => {
  const some = plan(new Environment(generatedDocument(100), testTarget("http://127.0.0.1:9")));
  const cases = Array.from({ length: 130_000 }, (_, index) => some[index % some.length] ?? some[0]).flatMap(
    (each) => each ?? [],
  );
  expect(planTable(cases)).toContain("\n130000 cases would be sent.");
});

test("every operation of a large document gets the cases that it gets in a small one", () => {
  const planned = (operations: number) =>
    plan(new Environment(generatedDocument(operations), testTarget("http://127.0.0.1:9"))).map(
      ({ planned: { name } }) => name,
    );
  const small = planned(10);
  expect(planned(100).slice(0, small.length)).toEqual(small);
});
