import { asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { mergedSchema, typesOf } from "#openapi/schema/merged-schema.js";
import { parseJson } from "../body/parse-json.js";
import { isJson, mediaTypeOf, URLENCODED } from "../media-type.js";
import { textAs } from "./text-as.js";

/**
 * Reads a parameter that is the whole query string (`in: querystring`, OpenAPI 3.2, 4.12.1).
 *
 * @returns undefined if the query is empty
 */
export function readQuerystring(
  document: OpenApiDocument,
  { mediaType = URLENCODED, schema }: Pick<Parameter, "mediaType" | "schema">,
  query: URLSearchParams,
): Json | undefined {
  if (query.size === 0) return undefined;
  if (mediaTypeOf(mediaType) === URLENCODED) return formOf(document, schema, query);
  // Another text was parsed as a form. Without a plain `=`, it is the name of a field without a value.
  const text = [...query].map(([name, value]) => (value === "" ? name : `${name}=${value}`)).join("&");
  return isJson(mediaType) ? (parseJson(text) ?? { value: text }).value : text;
}

function formOf(document: OpenApiDocument, schema: Json | undefined, query: URLSearchParams): Json {
  const properties = asObject(mergedSchema(document, schema).properties);
  const fields = [...new Set(query.keys())].map((name): [string, Json] => {
    const texts = query.getAll(name);
    const property = mergedSchema(document, properties[name]);
    const types = typesOf(property);
    if (types.includes("array")) {
      const items = typesOf(mergedSchema(document, property.items));
      return [name, texts.map((text) => textAs(items, text))];
    }
    const [text = ""] = texts;
    if (texts.length > 1) return [name, texts];
    return [name, types.includes("object") ? (parseJson(text) ?? { value: text }).value : textAs(types, text)];
  });
  return Object.fromEntries(fields);
}
