const CONSTRAINTS = [
  ...["$ref", "$dynamicRef", "type", "enum", "const", "format", "pattern"],
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else"],
  ...["properties", "required", "patternProperties", "additionalProperties", "items", "prefixItems"],
];

/**
 * Everything that the contract leaves open is marked at its place. Every status range, every error without a described
 * body, every open set of strings and every schema that allows any value has `x-unspecified`. So readers can distinguish
 * open points from omissions. The rule extensions-fit checks the ids.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const unspecifiedMarked = () => {
  return {
    Responses(responses, { report, location, resolve }) {
      for (const [status, reference] of Object.entries(responses)) {
        const response = resolve(reference).node;
        if (!response || status.startsWith("x-") || isMarked(response)) continue;
        const message = problemOfResponse(status, response);
        if (message) report({ message, location: location.child(status).key() });
      }
    },
    Schema(schema, { report, location }) {
      if (isMarked(schema)) return;
      if (extension(schema, "x-extensible-enum")) {
        report({
          message:
            "`x-extensible-enum` is an open set. Add `x-unspecified` with the id of the open point and a sentence, or use `enum` if there are no other values.",
          location: location.child("x-extensible-enum").key(),
        });
      } else if (typeof schema === "object" && !CONSTRAINTS.some((keyword) => keyword in schema)) {
        report({
          message:
            "The schema allows any value. State a type, or add `x-unspecified` with the id of the open point and a sentence.",
          location,
        });
      }
    },
  };
};

/**
 * @param {string} status
 * @param {any} response
 * @returns {string | undefined} a message, or undefined
 */
function problemOfResponse(status, response) {
  if (/^[1-5]XX$/i.test(status) || status === "default") {
    return `\`${status}\` leaves the status open. Add \`x-unspecified\` to the response, with the id of the open point and a sentence, or name the exact status.`;
  }
  if (Number(status) >= 400 && !response.content) {
    return `The body of ${status} is not described. Add \`content\`, or \`x-unspecified\` with the id of the open point and a sentence.`;
  }
  return undefined;
}

/**
 * @param {object} node
 * @param {`x-${string}`} name
 * @returns {any}
 */
function extension(node, name) {
  return Object(node)[name];
}

/** @param {object} node */
function isMarked(node) {
  return Boolean(extension(node, "x-unspecified"));
}
