import ts = require("typescript");

// Its declarations for CommonJS are not valid: they have `export =` beside other exports.
type Package = typeof import("openapi-typescript", { with: { "resolution-mode": "import" }});

declare const openapiTypescript: Pick<
  Package,
  "astToString" | "resolveRef" | "scanDiscriminators" | "transformSchema" | "transformSchemaObject"
>;

export { openapiTypescript, ts };
