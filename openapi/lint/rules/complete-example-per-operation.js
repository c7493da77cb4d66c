import { operationExamples } from "../operation-examples.js";
import { operationSubject } from "../operation-subject.js";

/**
 * Verification replays the examples, and the mock responds with them. Each operation therefore needs at least one
 * complete example: all required values, and a success response.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const completeExamplePerOperation = () => {
  return {
    PathItem: {
      Operation(operation, context, { PathItem: pathItem }) {
        if (operation.responses === undefined) {
          context.report({
            message: `${operationSubject(operation)} has no \`responses\`. Add one for each status, with an example of a success.`,
            location: context.location.key(),
          });
          return;
        }
        const { inputs, responses } = operationExamples(operation, pathItem, context);
        const successes = responses.filter(({ status }) => /^[23]/.test(status) || status === "default");
        const complete = successes.some(({ keys }) =>
          keys.some((key) => inputs.every((input) => !input.required || input.fallback || input.keys.includes(key))),
        );
        if (!complete) {
          context.report({
            message: `${operationSubject(operation)} has no complete example. Give one key to every required parameter, to the request body and to a success response (in \`x-examples\` if it has no content).`,
            location: context.location.key(),
          });
        }
      },
    },
  };
};
