import { operationExamples } from "../operation-examples.js";

/**
 * An example is a whole exchange: under one key stand the values of the parameters, the request body and the response
 * that answers them. A key without its counterpart is an example that nobody can replay.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const pairedExampleKeys = () => {
  return {
    PathItem: {
      Operation(operation, context, { PathItem: pathItem }) {
        const { inputs, answers } = operationExamples(operation, pathItem, context);
        const where = operation.operationId ?? "the operation";

        for (const { name, keys, at } of inputs) {
          for (const key of keys) {
            const answering = answers.filter((answer) => answer.keys.includes(key));
            if (answering.length === 0) {
              context.report({
                message: `No response of ${where} has an example \`${key}\`, which ${name} has. Add one under the same key, or list the key in \`x-examples\` of the response without content that answers it.`,
                location: at,
              });
            } else if (answering.length > 1) {
              context.report({
                message: `The example \`${key}\` of ${where} is answered by ${answering.map(({ status }) => status).join(" and ")}. One example has one answer: use another key for the other.`,
                location: at,
              });
            }
          }
        }
        for (const { status, keys, at } of answers) {
          for (const key of keys) {
            if (inputs.length > 0 && !inputs.some((input) => input.keys.includes(key) || input.fallback)) {
              context.report({
                message: `No parameter or request body of ${where} has an example \`${key}\`, which the response ${status} has. Add the values that lead to it under the same key.`,
                location: at,
              });
            }
            for (const { name, required, keys: given, fallback } of inputs) {
              if (required && !fallback && !given.includes(key) && inputs.some((input) => input.keys.includes(key))) {
                context.report({
                  message: `The example \`${key}\` of ${where} lacks ${name}, which is required. Add a value under the same key.`,
                  location: at,
                });
              }
            }
          }
        }
      },
    },
  };
};
