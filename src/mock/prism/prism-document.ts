import { asObject, isObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import { dropExtensionReferences } from "#openapi/load/extension-references.js";
import { splitReadWrite } from "#openapi/read-write/split.js";

const JSON_SCHEMA_2020_12 = "https://json-schema.org/draft/2020-12/schema";

/**
 * The document that Prism receives. It lacks the descriptions of requests, which Prism does not validate here. It also
 * differs from the contract because Prism would otherwise
 *
 * - send its own errors with an empty body, if a range of errors without content is documented;
 * - read schemas of OpenAPI 3.1 by the rules of draft 7, or ignore them (`jsonSchemaDialect`);
 * - follow references in extensions, from the working directory;
 * - send requests to the addresses of `callbacks`;
 * - generate `writeOnly` properties in responses.
 */
export function prismDocument(contract: OpenApiDocument): OpenApiDocument {
  const document = structuredClone(splitReadWrite(contract));
  dropExtensionReferences(document);
  for (const [path, reference] of Object.entries(asObject(document.paths))) {
    const pathItem = resolveReference(document, reference, pointerTo("#/paths", path));
    delete pathItem.node.parameters;
    for (const [method, operation] of Object.entries(pathItem.node)) {
      if (!isObject(operation)) continue;
      delete operation.callbacks;
      delete operation.parameters;
      delete operation.requestBody;
      const responses = asObject(operation.responses);
      for (const [status, response] of Object.entries(responses)) {
        const at = pointerTo(pathItem.pointer, method, "responses", status);
        const open = /^([45]xx|default)$/i.test(status) && !resolveReference(document, response, at).node.content;
        if (open && Object.keys(responses).length > 1) delete responses[status];
      }
    }
  }
  if (!String(document.openapi).startsWith("3.0")) document.jsonSchemaDialect = JSON_SCHEMA_2020_12;
  return document;
}
