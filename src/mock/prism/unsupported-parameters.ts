import { typesOf } from "#http/parameter-readings.js";
import { asList, asObject, type JsonObject } from "#openapi/document/document.js";

/**
 * True for a parameter that Prism fails at: a list or an object in a header or a path, or between spaces in a query; an
 * object between vertical bars; a path value that begins with a dot or a semicolon, if the client forgets it; a choice
 * between a number and a text, because Prism takes a number for both.
 */
export function isUnsupported(location: string, style: string, schema: JsonObject): boolean {
  if (location === "path" && (style === "label" || style === "matrix")) return true;
  if (isChoiceOfTypes(schema)) return true;
  const types = typesOf(schema);
  if (style === "pipeDelimited") return types.includes("object");
  const isConcerned = location === "header" || location === "path" || style === "spaceDelimited";
  return isConcerned && (types.includes("array") || types.includes("object"));
}

function isChoiceOfTypes({ oneOf }: JsonObject): boolean {
  const types = asList(oneOf).map((choice) => asObject(choice).type);
  return types.length > 1 && types.every((type) => typeof type === "string" && !["array", "object"].includes(type));
}
