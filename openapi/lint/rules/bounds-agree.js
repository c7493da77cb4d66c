/** Keywords of a lower and of an upper bound, and the least distance between their values. */
const BOUNDS = /** @type {const} */ ([
  ["minimum", "maximum", 0],
  ["exclusiveMinimum", "maximum", Number.MIN_VALUE],
  ["minimum", "exclusiveMaximum", Number.MIN_VALUE],
  ["exclusiveMinimum", "exclusiveMaximum", Number.MIN_VALUE],
  ["minLength", "maxLength", 0],
  ["minItems", "maxItems", 0],
  ["minProperties", "maxProperties", 0],
  ["minContains", "maxContains", 0],
]);

/**
 * A lower bound is not above its upper one. Otherwise no value is valid, and each example of the schema has an error in
 * place of the bound.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const boundsAgree = () => ({
  Schema(schema, { report, location }) {
    for (const [lower, upper, distance] of BOUNDS) {
      const [least, most] = [Object(schema)[lower], Object(schema)[upper]];
      if (typeof least !== "number" || typeof most !== "number" || most - least >= distance) continue;
      report({
        message: `No value fits \`${lower}\` ${least} and \`${upper}\` ${most}. Correct one of them.`,
        location: location.child(lower),
      });
    }
  },
});
