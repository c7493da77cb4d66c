const VERB_AND_NOUN = /^[a-z][a-z0-9]*([A-Z][a-z0-9]*)+$/;

/**
 * operationIds become function names. Each must be a verb and a noun in camelCase.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const operationIdForm = () => {
  return {
    Operation(operation, { report, location }) {
      const { operationId } = operation;
      if (operationId && !VERB_AND_NOUN.test(operationId)) {
        report({
          message: `Write the operationId \`${operationId}\` as a verb and a noun in camelCase. Example: retrieveSuppression.`,
          location: location.child("operationId"),
        });
      }
    },
  };
};
