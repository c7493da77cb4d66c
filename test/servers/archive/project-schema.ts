import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Json } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";

const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
addFormats.default(ajv);
const document = await loadDocument(fileURLToPath(new URL("archive.yaml", import.meta.url)));
const validate = ajv.compile({ ...document, $id: "archive:", $ref: "#/components/schemas/Project" });

/** Whether a value is a project by archive.yaml. The result of a JSON Patch has to be one. */
export function isValidProject(value: Json): value is { [key: string]: Json } {
  return validate(value) === true;
}
