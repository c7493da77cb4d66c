import { isSafe } from "#openapi/operations/methods.js";
import { allowedRequest } from "#verify/resources/valid-request.js";
import { testCase } from "#verify/suites/suite.js";
import type { PlannedCase } from "../plan/planned-case.js";
import { runCase } from "./run-case.js";
import type { RunContext } from "./run-context.js";

/** How many operations are tried. */
const TRIES = 5;

/**
 * Looks for an operation that succeeds, for a run whose selected test cases had no success. Those that expect rejections
 * alone would pass on a server that rejects everything.
 *
 * @returns the id of the operation; undefined if none of the first ones that only read succeeds
 */
export async function findProof(run: RunContext, signal?: AbortSignal): Promise<string | undefined> {
  for (const operation of run.contract.operations.filter(isSafe).slice(0, TRIES)) {
    const planned: PlannedCase = {
      covers: [],
      skip: undefined,
      testCase: testCase("examples", operation, "a valid request", {
        covers: [],
        async run(context) {
          const request = await allowedRequest(context, operation);
          if (request) await context.send(request);
        },
      }),
    };
    await runCase(run, planned, { signal });
    if (run.exercised.states.hasSucceeded(operation.id)) return operation.id;
  }
  return undefined;
}
