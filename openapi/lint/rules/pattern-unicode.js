/**
 * JSON Schema 2020-12 (6.4) lets validators read patterns as ECMA-262 with the `u` flag, and several do. A pattern
 * that is not valid under it makes such a validator drop the whole group of checks without a word.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const patternUnicode = () => {
  return {
    Schema(schema, { report, location }) {
      const patterns = [
        ...(typeof schema.pattern === "string" ? [{ pattern: schema.pattern, at: location.child("pattern") }] : []),
        ...Object.keys("patternProperties" in schema ? (schema.patternProperties ?? {}) : {}).map((pattern) => ({
          pattern,
          at: location.child(["patternProperties", pattern]).key(),
        })),
      ];
      for (const { pattern, at } of patterns) {
        const problem = problemUnderU(pattern);
        if (problem) {
          report({
            message: `The pattern is not valid with the \`u\` flag (${problem}), so some validators check nothing. Escape only what needs it: \`[\\w.-]\`, not \`[\\w-.]\`; \`_\`, not \`\\_\`.`,
            location: at,
          });
        }
      }
    },
  };
};

/**
 * @param {string} pattern
 * @returns {string | undefined} what is wrong with the pattern, or undefined
 */
function problemUnderU(pattern) {
  try {
    new RegExp(pattern, "u");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*: /, "") : String(error);
  }
}
