import { asList, asObject, isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import { dropExtensionReferences } from "#openapi/load/extension-references.js";
import { isIgnoredParameter } from "#openapi/operations/operations.js";
import { splitReadWrite } from "#openapi/read-write/split.js";
import { isUnsupported } from "./unsupported-parameters.js";

const JSON_SCHEMA_2020_12 = "https://json-schema.org/draft/2020-12/schema";

/**
 * The document that Prism receives. It differs from the contract because Prism would otherwise
 *
 * - send its own errors with an empty body, if a range of errors without content is documented;
 * - read schemas of OpenAPI 3.1 by the rules of draft 7, or ignore them (`jsonSchemaDialect`);
 * - follow references in extensions, from the working directory;
 * - send requests to the addresses of `callbacks`;
 * - generate `writeOnly` properties in responses;
 * - refuse values that match several schemas of a `oneOf` beside a `discriminator`, which may decide alone (4.8.25);
 * - accept every text as an internationalized address, a format that it does not know;
 * - validate the headers `Accept`, `Content-Type` and `Authorization`, whose descriptions are ignored (4.8.12.1);
 * - fail at the parameters of `unsupported-parameters.ts`, which `request-rules.ts` validates instead;
 * - fail at form fields with delimiters that are not lists.
 */
export function prismDocument(contract: OpenApiDocument): OpenApiDocument {
  const document = withPrismSchemas(splitReadWrite(contract));
  dropExtensionReferences(document);
  for (const [path, reference] of Object.entries(asObject(document.paths))) {
    const pathItem = resolveReference(document, reference, pointerTo("#/paths", path));
    dropUnsupportedSchemas(document, pathItem.node.parameters);
    for (const [method, operation] of Object.entries(pathItem.node)) {
      if (!isObject(operation)) continue;
      delete operation.callbacks;
      dropUnsupportedSchemas(document, operation.parameters);
      dropDelimitedEncodings(document, operation.requestBody);
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

/**
 * Copies a document, with a pattern beside each `format: idn-email` (RFC 6531, 3.3), and `anyOf` in place of each `oneOf`
 * beside a discriminator.
 */
function withPrismSchemas(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (_, node) => {
    if (node?.format === "idn-email" && node.type === "string") return { pattern: "^.+@[^@]+$", ...node };
    if (!isObject(node?.discriminator) || !Array.isArray(node.oneOf) || node.anyOf !== undefined) return node;
    const { oneOf, ...others } = node;
    return { ...others, anyOf: oneOf };
  });
}

/** Removes the styles of form fields at which Prism fails, if a field is not a list: those with delimiters. */
function dropDelimitedEncodings(document: OpenApiDocument, requestBody: Json | undefined): void {
  const { content } = resolveReference(document, requestBody, "#").node;
  for (const { encoding } of Object.values(asObject(content)).map(asObject)) {
    for (const field of Object.values(asObject(encoding)).filter(isObject)) {
      if (field.style === "spaceDelimited" || field.style === "pipeDelimited") field.style = "form";
    }
  }
}

/** Empties the schemas of unsupported and ignored parameters, so that Prism checks at most whether they are there. */
function dropUnsupportedSchemas(document: OpenApiDocument, parameters: Json | undefined): void {
  for (const each of asList(parameters)) {
    const { node } = resolveReference(document, each, "#");
    const schema = resolveReference(document, node.schema, "#").node;
    if (isIgnoredParameter(String(node.in), String(node.name))) {
      node.required = false;
      node.schema = {};
    }
    if (!isUnsupported(String(node.in), String(node.style), schema)) continue;
    node.schema = {};
    // Prism refuses these styles for any schema but a list, and values that are not written in the style.
    if (node.style === "spaceDelimited" || node.style === "pipeDelimited") node.style = "form";
    if (node.style === "label" || node.style === "matrix") node.style = "simple";
  }
}
