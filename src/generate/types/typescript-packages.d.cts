import type { GlobalContext, OpenAPI3 } from "openapi-typescript" with { "resolution-mode": "import" };

import ts = require("typescript");

// Its declarations for CommonJS are not valid: they have `export =` beside other exports.
type Package = typeof import("openapi-typescript", { with: { "resolution-mode": "import" }});

/** The settings that its transformation reads. Those of the bundler are for the parts of the package that are not loaded. */
type Context = Omit<GlobalContext, "redoc">;

declare const openapiTypescript: Pick<
  Package,
  "astToString" | "resolveRef" | "scanDiscriminators" | "transformSchemaObject"
> & {
  transformSchema(document: OpenAPI3, context: Context): ts.Node[];
};

export { type Context, openapiTypescript, ts };
