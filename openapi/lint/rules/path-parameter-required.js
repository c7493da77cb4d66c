/**
 * A path parameter is required (OpenAPI 3.1, 4.8.12.2). Without the keyword, some tools make it optional, and build addresses
 * without it.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const pathParameterRequired = () => ({
  Parameter(parameter, { report, location }) {
    if (parameter.in !== "path" || parameter.required === true) return;
    report({
      message: `The path parameter \`${parameter.name}\` has to be required. Write: required: true`,
      location: parameter.required === undefined ? location : location.child("required"),
    });
  },
});
