/** The bundler of Redocly. A module of its own, which is imported when a document has to be bundled. */
export { BaseResolver, bundle, createConfig, ResolveError, Source } from "@redocly/openapi-core";
