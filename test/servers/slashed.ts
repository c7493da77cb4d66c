import type { OpenApiDocument } from "#openapi/document/document.js";

/** A document with a slash at the end of each path, as the routers of Django write it. */
export function slashed(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [path === "/" ? path : `${path}/`, item]);
  return { ...document, paths: Object.fromEntries(paths) };
}
