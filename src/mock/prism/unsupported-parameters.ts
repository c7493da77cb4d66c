import { typesOf } from "../../http/parameter-readings.js";
import type { JsonObject } from "../../openapi/document.js";

/**
 * True for a parameter that Prism fails at: a list or an object in a header or a path, or between spaces in a query; an
 * object between vertical bars; a path value that begins with a dot or a semicolon, if the client forgets it.
 */
export function isUnsupported(location: string, style: string, schema: JsonObject): boolean {
  if (location === "path" && (style === "label" || style === "matrix")) return true;
  const types = typesOf(schema);
  if (style === "pipeDelimited") return types.includes("object");
  const isConcerned = location === "header" || location === "path" || style === "spaceDelimited";
  return isConcerned && (types.includes("array") || types.includes("object"));
}
