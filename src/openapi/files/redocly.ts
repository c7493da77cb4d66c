/**
 * The bundler of Redocly, and its search for lines. This module is imported when a document has to be bundled, or an error
 * has to name a line.
 */
export {
  BaseResolver,
  bundleDocument,
  createConfig,
  detectSpec,
  getLineColLocation,
  getTypes,
  ResolveError,
  Source,
  SpecVersion,
} from "@redocly/openapi-core";
