// An ES module that imports these two makes Node search nine megabytes of TypeScript for the names of its exports, which
// takes longer than running it. `require` does not search.
exports.ts = require("typescript");
// Parts of the package, because the whole of it loads a bundler, which takes as long as TypeScript.
exports.openapiTypescript = {
  ...require("openapi-typescript/dist/lib/ts.cjs"),
  ...require("openapi-typescript/dist/lib/utils.cjs"),
  transformSchema: require("openapi-typescript/dist/transform/index.cjs"),
  transformSchemaObject: require("openapi-typescript/dist/transform/schema-object.cjs").default,
};
