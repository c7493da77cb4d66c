import type { Ajv2020 } from "ajv/dist/2020.js";
import type { SchemaValidateFunction } from "ajv/dist/types/index.js";
import { absentBySchema } from "../../direction/absent-by-schema.js";
import type { Direction } from "../../direction/absent-properties.js";
import { isObject, type Json, type JsonObject, type OpenApiDocument } from "../../document/document.js";

/**
 * Makes a validator of one direction. A response has no `writeOnly` property, also if it is required. A request need not
 * have a `readOnly` property that is required (JSON Schema Validation 2020-12, 9.4; Schema Object, OpenAPI 3.0, 4.7.24).
 */
export function addDirectionKeywords(ajv: Ajv2020, document: OpenApiDocument, direction: Direction): void {
  const absent = absentBySchema(document, direction);
  // The compiled keyword of Ajv is faster.
  if (absent.size === 0) return;
  const required: SchemaValidateFunction = (names: string[], data: JsonObject, parentSchema) => {
    const missing = names.filter((name) => !Object.hasOwn(data, name) && !absent.get(parentSchema)?.has(name));
    required.errors = missing.map((missingProperty) => ({
      keyword: "required",
      message: `must have required property '${missingProperty}'`,
      params: { missingProperty },
      ...(parentSchema && { parentSchema }),
    }));
    return missing.length === 0;
  };
  const writeOnly: SchemaValidateFunction = (flag: boolean, data: Json, parentSchema, context) => {
    const isProperty = context !== undefined && context.instancePath !== "" && isObject(context.parentData);
    if (!flag || !isProperty || isHidden(data)) return true;
    const message = "must be absent, because it is writeOnly";
    writeOnly.errors = [{ keyword: "writeOnly", message, params: {}, ...(parentSchema && { parentSchema }) }];
    return false;
  };
  ajv.removeKeyword("required");
  ajv.addKeyword({ keyword: "required", type: "object", schemaType: "array", validate: required });
  if (direction === "request") return;
  ajv.removeKeyword("writeOnly");
  ajv.addKeyword({ keyword: "writeOnly", schemaType: "boolean", validate: writeOnly });
}

/** Whether validators of the two directions differ: a property of the document is absent from requests or responses. */
export function hasDirections(document: OpenApiDocument): boolean {
  return absentBySchema(document, "response").size > 0 || absentBySchema(document, "request").size > 0;
}

/** Whether a value shows nothing: it is empty, or a mask. */
function isHidden(value: Json): boolean {
  return value === null || (typeof value === "string" && /^[*•·xX.]*$/.test(value));
}
