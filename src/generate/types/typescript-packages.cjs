// An ES module that imports these two makes Node search nine megabytes of TypeScript for the names of its exports, which
// takes longer than running it. `require` does not search.
exports.ts = require("typescript");
exports.openapiTypescript = require("openapi-typescript");
