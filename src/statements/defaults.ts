import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { hasKeyword, keywordAt, propertiesAt } from "./schema-fields.js";

/**
 * The documented defaults of the fields that an object in a request lacks. A server assumes these values (OpenAPI 3.0.3,
 * 4.7.24). A field that only servers set has none.
 *
 * @param at JSON pointer to the object in the body
 */
export function unsentDefaults(
  document: OpenApiDocument,
  content: MediaType,
  { at, sent }: { at: string; sent: JsonObject },
): JsonObject {
  const unsent = propertiesAt(document, content, at).filter((name) => !Object.hasOwn(sent, name));
  return Object.fromEntries(
    unsent.flatMap((name) => {
      const place = pointerTo(at, name);
      const value = keywordAt(document, content, place, "default");
      return value === undefined || hasKeyword(document, content, place, "readOnly", [true]) ? [] : [[name, value]];
    }),
  );
}
