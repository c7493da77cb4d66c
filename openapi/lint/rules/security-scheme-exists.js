/**
 * Every security requirement names a security scheme (Security Requirement Object, OpenAPI 3.1, 4.8.30). Redocly's rule
 * `security-defined` reports operations without security as well, which may be public.
 *
 * @returns {any} a rule for OpenAPI and for Swagger 2.0, which have types of their own
 */
export const securitySchemeExists = () => {
  /** @type {string[]} */
  let names = [];
  return {
    /** @param {any} root */
    Root(root) {
      names = Object.keys(Object(root.components?.securitySchemes ?? root.securityDefinitions));
    },
    /**
     * @param {object} requirement
     * @param {import("@redocly/openapi-core/lib/walk.js").UserContext} context
     */
    SecurityRequirement(requirement, { report, location }) {
      for (const name of Object.keys(requirement)) {
        if (names.includes(name)) continue;
        report({ message: `There is no \`${name}\` security scheme.`, location: location.child([name]).key() });
      }
    },
  };
};
