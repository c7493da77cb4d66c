import { resourceCreatedBy } from "#verify/relations/find-resources.js";
import { hasAcceptedValues } from "#verify/requests/accepted-values/accepted-values.js";
import { invalidRequestsOf } from "#verify/requests/invalid/invalid-requests.js";
import { requireAllowedRequest } from "#verify/resources/valid-request.js";
import { type Suite, testCase } from "../suite.js";
import { Explorer } from "./explorer.js";
import { followersOf, randomRequests, randomSequences } from "./random-scenarios.js";

/**
 * Sends random requests and sequences beyond those of the other suites, within the limit of the exploration. The document
 * says what a failure is: the checks are those of the other suites.
 */
export const exploration: Suite = ({ contract, explores, target }, operation) => {
  if (explores !== true || operation.method === "delete" || operation.method === "trace") return [];
  const resource = resourceCreatedBy(contract, operation);
  const isExplorable = hasAcceptedValues(operation) || invalidRequestsOf(contract, operation).length > 0;
  const hasSequences = target.keepsState && resource !== undefined && followersOf(resource).length > 0;
  return [
    ...(isExplorable
      ? [
          testCase("exploration", operation, "random requests get documented responses", {
            async run(context) {
              const usual = await requireAllowedRequest(context, operation);
              const next = randomRequests(context, usual);
              await new Explorer(context).explore([{ usual, request: usual, violations: [] }], next);
            },
          }),
        ]
      : []),
    ...(resource && hasSequences
      ? [
          testCase("exploration", operation, "random sequences get documented responses", {
            async run(context) {
              const usual = await requireAllowedRequest(context, operation);
              const next = randomSequences(context, usual, resource);
              await new Explorer(context).explore([{ usual, request: usual, violations: [] }], next);
            },
          }),
        ]
      : []),
  ];
};
