import { asList, asObject, asText, type OpenApiDocument } from "./document.js";

/** The URL of the first server, with the defaults of its variables; empty without one (Server Object, OpenAPI 3.1, 4.8.5). */
export function firstServer(document: OpenApiDocument): string {
  const server = asObject(asList(document.servers)[0]);
  const variables = asObject(server.variables);
  return (asText(server.url) ?? "").replace(/\{([^{}]+)\}/g, (_, name) => String(asObject(variables[name]).default));
}
