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
        if (orphans.length === 0) {
          reportLonely(inputs, responses, where, context);
          for (const input of inputs) reportSeveral(input, responses, where, context);
        }
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

/**
 * Reports the keys of inputs that no response has. A missing response is one problem, however many inputs have its key.
 *
 * @param {Input[]} inputs @param {Response[]} responses @param {string} where @param {UserContext} context
 */
function reportLonely(inputs, responses, where, { report, location }) {
  /** @type {Map<string, Input[]>} */
  const lonely = new Map();
  for (const input of inputs) {
    const alone = input.keys.filter((key) => !responses.some(({ keys }) => keys.includes(key)));
    const text = alone.map((key) => `\`${key}\``).join(" or ");
    if (alone.length > 0) lonely.set(text, [...(lonely.get(text) ?? []), input]);
  }
  for (const [keys, [first, ...rest]] of lonely) {
    if (!first) continue;
    const names = [first, ...rest].map(({ name }) => name).join(" and ");
    // A component may be right for another operation.
    const isShared = first.at.source !== location.source || first.at.pointer.startsWith("#/components/");
    const has = rest.length > 0 ? "have" : "has";
    const own = isShared ? ` If ${first.name} serves another operation too, describe one for ${where} alone.` : "";
    report({
      message: `No response of ${where} has an example ${keys}, which ${names} ${has}. Add one with the same key, or list the key in \`x-examples\` of a response without content.${own}`,
      location: isShared || rest.length > 0 ? location : first.at,
    });
  }
}

/** @param {Input} input @param {Response[]} responses @param {string} where @param {UserContext} context */
function reportSeveral({ keys, at }, responses, where, { report }) {
  for (const key of keys) {
    const statuses = responses.filter((response) => response.keys.includes(key)).map(({ status }) => status);
    if (statuses.length < 2) continue;
    report({
      message: `The example \`${key}\` of ${where} has several responses: ${statuses.join(" and ")}. One example has one response. Use another key for the other.`,
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
