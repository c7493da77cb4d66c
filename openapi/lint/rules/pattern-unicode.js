/**
 * Validators should read patterns as ECMA-262 regular expressions with the `u` flag (JSON Schema 2020-12 Core, section
 * 6.4). With a pattern that is invalid under this flag, some validators silently skip a whole group of checks.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const patternUnicode = () => {
  return {
    Schema(schema, { report, location }) {
      const patterns = [
        ...(typeof schema.pattern === "string" ? [{ pattern: schema.pattern, at: location.child("pattern") }] : []),
        ...Object.keys(Object(Object(schema).patternProperties)).map((pattern) => ({
          pattern,
          at: location.child(["patternProperties", pattern]).key(),
        })),
      ];
      for (const { pattern, at } of patterns) {
        const problem = problemUnderU(pattern);
        if (problem) {
          report({
            message: `The pattern is not valid with the \`u\` flag (${problem}), so some validators skip their checks. Escape only characters that need it: \`[\\w.-]\`, not \`[\\w-.]\`; \`_\`, not \`\\_\`.`,
            location: at,
          });
        }
      }
    },
  };
};

/**
 * @param {string} pattern
 * @returns {string | undefined} the problem, or undefined if the pattern is valid
 */
function problemUnderU(pattern) {
  try {
    new RegExp(pattern, "u");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*: /, "") : String(error);
  }
}
