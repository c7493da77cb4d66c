const CONSTRAINTS = [
  ...["$ref", "$dynamicRef", "type", "enum", "const", "format", "pattern"],
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else"],
  ...["properties", "required", "patternProperties", "additionalProperties", "items", "prefixItems"],
];

/**
 * Everything that the contract leaves open is marked at its place. Every status range, every error without a described
 * body, every open set of strings and every schema that allows any value has `x-unspecified`, with ids that the document
 * lists under `x-open-points`. So readers can distinguish open points from omissions.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const unspecifiedMarked = () => {
  /** @type {Set<string>} */
  let known = new Set();
  return {
    Root(root, { resolve }) {
      known = new Set(Object.keys(resolve(extension(root, "x-open-points") ?? {}).node ?? {}));
    },
    any: {
      enter(node, context) {
        const marks = typeof node === "object" && node !== null ? extension(node, "x-unspecified") : undefined;
        for (const [id, sentence] of Object.entries(marks ?? {})) checkMark(id, sentence, known, context);
      },
    },
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
 * @param {string} id
 * @param {unknown} sentence
 * @param {Set<string>} known
 * @param {import("@redocly/openapi-core/lib/walk.js").UserContext} context
 */
function checkMark(id, sentence, known, { report, location }) {
  const at = location.child(["x-unspecified", id]);
  if (!known.has(id)) {
    const ids = known.size ? `Use one of ${[...known].join(", ")}.` : "The document declares none.";
    report({
      message: `\`${id}\` is not an open point. ${ids} Or declare \`${id}\` under \`x-open-points\`.`,
      location: at.key(),
    });
  } else if (typeof sentence !== "string" || sentence.trim() === "") {
    report({ message: `Describe in a sentence what ${id} leaves open here.`, location: at });
  }
}

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
  return Reflect.get(node, name);
}

/** @param {object} node */
function isMarked(node) {
  return Boolean(extension(node, "x-unspecified"));
}
