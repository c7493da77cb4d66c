import { typesOf } from "../../http/parameter-readings.js";
import type { JsonObject } from "../../openapi/document.js";

/** True for a parameter that Prism fails at: a list or an object in a header or a path, or between spaces in a query. */
export function isUnsupported(location: string, style: string, schema: JsonObject): boolean {
  const types = typesOf(schema);
  const isConcerned = location === "header" || location === "path" || style === "spaceDelimited";
  return isConcerned && (types.includes("array") || types.includes("object"));
}
