/**
 * Examples stand where tools read them. `x-example` is a habit from Swagger 2.0 that nothing reads in OpenAPI 3. Of
 * `example` and `examples` beside each other, which the standard forbids (OpenAPI 3.1, 4.8.12), tools read one.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const exampleRead = () => {
  /** @param {any} described @param {any} context */
  const checkNames = (described, { report, location }) => {
    for (const name of ["x-example", "x-examples"]) {
      if (Object(described)[name] === undefined) continue;
      report({
        message: `Nothing reads \`${name}\` here. Write \`${name.slice("x-".length)}\`.`,
        location: location.child(name).key(),
      });
    }
  };
  /** @param {any} described @param {any} context */
  const check = (described, context) => {
    checkNames(described, context);
    if (described.example === undefined || described.examples === undefined) return;
    context.report({
      message: "Tools read `example` or `examples`, not both. Move the value of `example` to `examples`.",
      location: context.location.child("example").key(),
    });
  };
  return { Parameter: check, Header: check, MediaType: check, Schema: checkNames };
};
