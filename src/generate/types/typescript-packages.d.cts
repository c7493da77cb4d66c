import ts = require("typescript");

// Its declarations for CommonJS are not valid: they have `export =` beside other exports.
declare const openapiTypescript: typeof import("openapi-typescript", { with: { "resolution-mode": "import" }});

export { openapiTypescript, ts };
