import { operationExamples } from "../operation-examples.js";

/**
 * The examples are the cases that are replayed against a server, and what the mock answers. So each operation has at
 * least one that is complete: every required value, and the success that answers it.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const completeExamplePerOperation = () => {
  return {
    PathItem: {
      Operation(operation, context, { PathItem: pathItem }) {
        const { inputs, answers } = operationExamples(operation, pathItem, context);
        const successes = answers.filter(({ status }) => /^[23]/.test(status) || status === "default");
        const complete = successes.some(({ keys }) =>
          keys.some((key) => inputs.every((input) => !input.required || input.fallback || input.keys.includes(key))),
        );
        if (!complete) {
          context.report({
            message: `${operation.operationId ?? "The operation"} has no complete example. Give one key to every required parameter, to the request body and to a successful response (in \`x-examples\` where it has no content).`,
            location: context.location.key(),
          });
        }
      },
    },
  };
};
