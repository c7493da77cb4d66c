import { isObject, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { valueAt } from "../document/pointer.js";
import { placesIn } from "../document/walk.js";
import { findSchemas } from "../upgrade/find-schemas.js";

/**
 * Rewrites the schemas of a converted document as OpenAPI 3.0 has them, in place. It changes references to definitions, the
 * discriminator, and `x-nullable`, which is in wide use.
 *
 * @param written the Swagger document, whose schemas are the same objects
 */
export function convertSchemas(converted: OpenApiDocument, written: OpenApiDocument): void {
  let places: Map<unknown, string> | undefined;
  const referenceOf = (reference: string): string => {
    if (reference.startsWith("#/definitions/")) return reference.replace("#/definitions/", "#/components/schemas/");
    const target = valueAt(written, reference);
    if (!isObject(target)) return reference;
    // A schema of a response or a parameter, for example.
    places ??= placesIn(converted);
    return places.get(target) ?? reference;
  };
  for (const schema of findSchemas(converted)) {
    if (typeof schema.$ref === "string" && schema.$ref.startsWith("#")) schema.$ref = referenceOf(schema.$ref);
    convertKeywords(schema);
  }
}

function convertKeywords(schema: JsonObject): void {
  if (typeof schema.discriminator === "string") schema.discriminator = { propertyName: schema.discriminator };
  if (schema.type === "file") Object.assign(schema, { type: "string", format: "binary" });
  if (schema["x-nullable"] !== true) return;
  delete schema["x-nullable"];
  const { $ref: reference } = schema;
  if (typeof reference === "string") {
    // Keywords beside a reference are ignored, but the author wants to admit null.
    for (const name of Object.keys(schema)) if (name !== "description") delete schema[name];
    schema.allOf = [{ $ref: reference }];
  }
  schema.nullable = true;
}
