import { isSafe } from "#openapi/operations/methods.js";
import { conditionOf, documentsTag } from "#statements/resources/entity-tags.js";
import { ownableResource } from "#verify/steps/own-resource.js";
import { type Suite, testCase } from "../suite.js";
import { expectConditionalChanges } from "./changes.js";
import { expectConditionalReads } from "./reads.js";

/** Conditions on entity tags (RFC 9110, 13.1), where the document has them: they decide what is sent, and what is changed. */
export const conditional: Suite = (context, operation) => {
  if (operation.method === "get") {
    const condition = conditionOf(operation, "If-None-Match");
    const isDocumented = documentsTag(operation) && operation.responses.some(({ status }) => status === "304");
    if (!condition || !isDocumented) return [];
    return [
      testCase("conditional", operation, "sends what the client does not have", {
        run: (running) => expectConditionalReads(running, operation, condition),
      }),
    ];
  }
  const condition = conditionOf(operation, "If-Match");
  const resource = ownableResource(context, operation);
  const isOfItem = resource && [resource.update, resource.replace, resource.remove].includes(operation);
  if (isSafe(operation) || !condition || !isOfItem) return [];
  const behavior = operation.method === "delete" ? "deletes" : "changes";
  return [
    testCase("conditional", operation, `${behavior} the current version only`, {
      run: (running) => expectConditionalChanges(running, { operation, condition, resource }),
    }),
  ];
};
