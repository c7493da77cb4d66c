import { isSafe } from "#openapi/operations/methods.js";
import { type Suite, testCase } from "../suite.js";
import { expectJobs } from "./jobs.js";

/** Work that continues after a 202 (RFC 9110, 15.3.3): its address shows its state, until it has ended. */
export const jobs: Suite = (_, operation) => {
  const accepted = operation.responses.find(({ status }) => status === "202");
  if (isSafe(operation) || !accepted) return [];
  return [
    testCase("jobs", operation, "starts work that can be followed to its end", {
      run: (context) => expectJobs(context, operation, accepted),
    }),
  ];
};
