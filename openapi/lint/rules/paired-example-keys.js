import { operationExamples } from "../operation-examples.js";

/**
 * An example is a whole exchange: the values of the parameters, the request body and the response have the same key. An
 * example with a missing part cannot be replayed.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const pairedExampleKeys = () => {
  return {
    PathItem: {
      Operation(operation, context, { PathItem: pathItem }) {
        // Another rule reports it.
        if (operation.responses === undefined) return;
        const { inputs, responses } = operationExamples(operation, pathItem, context);
        const where = operation.operationId ?? "the operation";
        const orphans = orphansOf(inputs, responses);
        // A key with a mistake is one problem, although its partner lacks it too.
        if (orphans.length === 0) for (const input of inputs) checkInput(input, responses, where, context);
        for (const { key, response } of orphans) {
          context.report({ message: orphanMessage(key, response, inputs, responses, where), location: response.at });
        }
        for (const response of responses) checkResponse(response, inputs, where, context);
      },
    },
  };
};

/**
 * @typedef {import("../operation-examples.js").Input} Input
 * @typedef {import("../operation-examples.js").Response} Response
 * @typedef {import("@redocly/openapi-core/lib/walk.js").UserContext} UserContext
 */

/**
 * The examples of responses whose key no part of the request has.
 *
 * @param {Input[]} inputs @param {Response[]} responses
 */
function orphansOf(inputs, responses) {
  if (inputs.length === 0) return [];
  return responses.flatMap((response) =>
    response.keys
      .filter((key) => !inputs.some((input) => input.keys.includes(key) || input.fallback))
      .map((key) => ({ key, response })),
  );
}

/** @param {string} key @param {Response} response @param {Input[]} inputs @param {Response[]} responses @param {string} where */
function orphanMessage(key, { status }, inputs, responses, where) {
  const missing = `No parameter or request body of ${where} has an example \`${key}\`, which the response ${status} has.`;
  const lonely = inputs.flatMap(({ name, keys }) =>
    keys.filter((each) => !responses.some((response) => response.keys.includes(each))).map((each) => ({ name, each })),
  );
  const [first] = lonely;
  return first
    ? `${missing} But ${first.name} has \`${first.each}\`, without a response: give both the same key.`
    : `${missing} Add the request values with the same key.`;
}

/** @param {Input} input @param {Response[]} responses @param {string} where @param {UserContext} context */
function checkInput({ name, keys, at }, responses, where, { report, location }) {
  /** @param {string} key */
  const statusesOf = (key) => responses.filter((response) => response.keys.includes(key)).map(({ status }) => status);
  const alone = keys.filter((key) => statusesOf(key).length === 0).map((key) => `\`${key}\``);
  // A component may be right for another operation.
  const isShared = at.source !== location.source || at.pointer.startsWith("#/components/");
  const own = isShared ? ` If ${name} serves another operation too, describe one for ${where} alone.` : "";
  if (alone.length > 0) {
    report({
      message: `No response of ${where} has an example ${alone.join(" or ")}, which ${name} has. Add one with the same key, or list the key in \`x-examples\` of a response without content.${own}`,
      location: isShared ? location : at,
    });
  }
  for (const key of keys.filter((each) => statusesOf(each).length > 1)) {
    report({
      message: `The example \`${key}\` of ${where} has several responses: ${statusesOf(key).join(" and ")}. One example has one response. Use another key for the other.`,
      location: at,
    });
  }
}

/** @param {Response} response @param {Input[]} inputs @param {string} where @param {UserContext} context */
function checkResponse({ keys, at }, inputs, where, { report }) {
  for (const key of keys) {
    if (!inputs.some((input) => input.keys.includes(key))) continue;
    for (const { name } of inputs.filter((each) => each.required && !each.fallback && !each.keys.includes(key))) {
      report({
        message: `The example \`${key}\` of ${where} lacks ${name}, which is required. Add a value with the same key.`,
        location: at,
      });
    }
  }
}
