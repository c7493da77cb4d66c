import { asList, asObject, isObject, type Json, type OpenApiDocument } from "../openapi/document.js";
import { pointerTo } from "../openapi/pointer.js";
import { splitReadWrite } from "../openapi/read-write.js";
import { resolveReference } from "../openapi/reference.js";
import { isUnread } from "./unread.js";

const JSON_SCHEMA_2020_12 = "https://json-schema.org/draft/2020-12/schema";

/**
 * The document as Prism is to see it. It differs from the contract where Prism would otherwise
 *
 * - answer its own refusals with an empty body, because a range of errors without content is documented;
 * - read the schemas of OpenAPI 3.1 by the rules of draft 7, or not at all (`jsonSchemaDialect`);
 * - call out to the addresses of `callbacks`;
 * - make up what is `writeOnly` in answers;
 * - fail at lists and objects in headers and paths, which are looked at elsewhere (`unread.ts`).
 */
export function mockDocument(contract: OpenApiDocument): OpenApiDocument {
  const document = structuredClone(splitReadWrite(contract));
  for (const [path, reference] of Object.entries(asObject(document.paths))) {
    const pathItem = resolveReference(document, reference, pointerTo("#/paths", path));
    withoutUnread(document, pathItem.node.parameters);
    for (const [method, operation] of Object.entries(pathItem.node)) {
      if (!isObject(operation)) continue;
      delete operation.callbacks;
      withoutUnread(document, operation.parameters);
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

/** Takes the schemas from parameters that Prism cannot read, so that it asks for them where they are required, and no more. */
function withoutUnread(document: OpenApiDocument, parameters: Json | undefined): void {
  for (const each of asList(parameters)) {
    const { node } = resolveReference(document, each, "#");
    if (!isUnread(String(node.in), resolveReference(document, node.schema, "#").node)) continue;
    node.schema = {};
  }
}
