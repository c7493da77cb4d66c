import type { bundleDocument } from "@redocly/openapi-core";

/** The types of the objects of a document in the bundler, by name. */
type ObjectTypes = NonNullable<Parameters<typeof bundleDocument>[0]["customTypes"]>;

/**
 * The types of OpenAPI 3.2 for the bundler. They are those of 3.1, and the new fields that may contain references. The
 * bundler would leave references in unknown fields as they are.
 */
export function typesOfOpenApi32(types: ObjectTypes): ObjectTypes {
  const withFields = (name: string, fields: ObjectTypes[string]["properties"]): ObjectTypes => {
    const type = types[name];
    return type ? { [name]: { ...type, properties: { ...type.properties, ...fields } } } : {};
  };
  return {
    ...types,
    ...withFields("PathItem", { query: "Operation", additionalOperations: "AdditionalOperations" }),
    ...withFields("MediaType", { itemSchema: "Schema", prefixEncoding: "EncodingList", itemEncoding: "Encoding" }),
    ...withFields("Components", { mediaTypes: "MediaTypesMap" }),
    AdditionalOperations: { properties: {}, additionalProperties: () => "Operation" },
    EncodingList: { properties: {}, items: "Encoding" },
  };
}
