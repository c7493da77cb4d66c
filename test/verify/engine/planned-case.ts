import type { Operation } from "#openapi/operations/operation.js";
import type { PlannedCase } from "#verify/engine/plan/planned-case.js";
import { Contract } from "#verify/model/contract.js";
import type { Skip } from "#verify/model/test-case/need.js";
import type { TestCase } from "#verify/model/test-case/test-case.js";
import { documentOf } from "../small-document.js";

/** A contract with the operations `listThings` and `addThing`. */
export const THINGS = new Contract(
  documentOf({
    "/things": {
      get: { operationId: "listThings", responses: { "200": { description: "The things." } } },
      post: { operationId: "addThing", responses: { "201": { description: "It is added." } } },
    },
  }),
);

/** An operation of `THINGS`. */
export function operationNamed(name: "listThings" | "addThing"): Operation {
  const operation = THINGS.operationNamed(name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  return operation;
}

/** A planned test case of `listThings` that passes without a request. */
export function plannedCase({
  covers = [],
  skip,
  ...settings
}: Partial<Omit<TestCase, "covers" | "skip">> & { covers?: string[]; skip?: Skip }): PlannedCase {
  const testCase: TestCase = {
    name: "listThings › case",
    suite: "examples",
    operation: operationNamed("listThings"),
    covers: [],
    writes: false,
    run: async () => {},
    ...settings,
  };
  return { testCase, covers, skip };
}
