import { asList, asText, type JsonObject, type OpenApiDocument } from "../document/document.js";

/** The servers that `host`, `basePath` and `schemes` describe (Swagger Object). Without a host, the address is relative. */
export function serversOf({ host, basePath, schemes }: OpenApiDocument): JsonObject[] {
  const path = (asText(basePath) ?? "").replace(/\/$/, "");
  if (typeof host !== "string") return path === "" ? [] : [{ url: path }];
  const http = asList(schemes).filter((scheme) => scheme === "http" || scheme === "https");
  return (http.length > 0 ? http : ["https"]).map((scheme) => ({ url: `${scheme}://${host}${path}` }));
}
