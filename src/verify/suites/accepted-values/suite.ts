import { hasAcceptedValues } from "#verify/requests/accepted-values/accepted-values.js";
import { requireAllowedRequest } from "#verify/resources/valid-request.js";
import { type Suite, testCase } from "../suite.js";
import { Trial } from "./trial.js";

/**
 * Sends the values that the document allows: bounds, members of enums, null, texts of every length, and optional parts
 * present and absent. None leads to a server error, or to a response that violates the document.
 */
export const acceptedValues: Suite = (_, operation) => {
  if (!hasAcceptedValues(operation)) return [];
  return [
    testCase("accepted-values", operation, "accepts the values that the document allows", {
      run: async (context) => new Trial(context, await requireAllowedRequest(context, operation)).run(),
    }),
  ];
};
