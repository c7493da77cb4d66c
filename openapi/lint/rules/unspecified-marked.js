const CONSTRAINING = [
  "$ref",
  "$dynamicRef",
  "type",
  "enum",
  "const",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "properties",
  "required",
  "patternProperties",
  "additionalProperties",
  "items",
  "prefixItems",
  "format",
  "pattern",
];

/**
 * What a reference leaves open is marked where it stands: every status range, every error without a described body,
 * every open string set and every schema that admits anything carries `x-unspecified`, with ids listed under the
 * document's `x-open-points`. So readers can tell what was left open from what was forgotten.
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
      enter(node, { report, location }) {
        const marks = typeof node === "object" && node !== null ? extension(node, "x-unspecified") : undefined;
        for (const [id, sentence] of Object.entries(marks ?? {})) {
          const at = location.child(["x-unspecified", id]);
          if (!known.has(id)) {
            report({
              message: `\`${id}\` is no open point. ${list(known)} Or declare \`${id}\` under \`x-open-points\`.`,
              location: at.key(),
            });
          } else if (typeof sentence !== "string" || sentence.trim() === "") {
            report({ message: `Say in a sentence what ${id} leaves open here.`, location: at });
          }
        }
      },
    },
    Responses(responses, { report, location, resolve }) {
      for (const [status, reference] of Object.entries(responses)) {
        const response = resolve(reference).node;
        if (!response || status.startsWith("x-") || marked(response)) continue;
        const at = location.child(status).key();
        if (/^[1-5]XX$/i.test(status) || status === "default") {
          report({
            message: `\`${status}\` leaves the status open. Add \`x-unspecified\` to the response, with the id of the open point and a sentence, or name the exact status.`,
            location: at,
          });
        } else if (Number(status) >= 400 && !response.content) {
          report({
            message: `The body of ${status} is not described. Add \`content\`, or \`x-unspecified\` with the id of the open point and a sentence.`,
            location: at,
          });
        }
      }
    },
    Schema(schema, { report, location }) {
      if (marked(schema)) return;
      if (extension(schema, "x-extensible-enum")) {
        report({
          message:
            "`x-extensible-enum` is an open set. Add `x-unspecified` with the id of the open point and a sentence, or use `enum` if no other value will come.",
          location: location.child("x-extensible-enum").key(),
        });
      } else if (typeof schema === "object" && !CONSTRAINING.some((keyword) => keyword in schema)) {
        report({
          message:
            "The schema admits anything. State a type, or add `x-unspecified` with the id of the open point and a sentence.",
          location,
        });
      }
    },
  };
};

/**
 * @param {object} node
 * @param {`x-${string}`} name
 * @returns {any}
 */
function extension(node, name) {
  return Reflect.get(node, name);
}

/** @param {object} node */
function marked(node) {
  return Boolean(extension(node, "x-unspecified"));
}

/** @param {Set<string>} ids */
function list(ids) {
  return ids.size ? `Use one of ${[...ids].join(", ")}.` : "The document declares none.";
}
