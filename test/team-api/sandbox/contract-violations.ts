import { includesType } from "#http/media-type.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { responseFor } from "#openapi/operations/status.js";
import { SchemaValidator } from "#openapi/validator/validator.js";

/** A response, its body read. */
export interface TextResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** Creates a function that returns the violations of the contract in a response to a method and path. */
export function responseChecker(
  document: OpenApiDocument,
): (method: string, path: string, response: TextResponse) => string[] {
  const validator = new SchemaValidator(document);
  const operations = operationsOf(document);
  return (method, path, { status, headers, text }) => {
    const operation = operations.find((each) => each.method === method.toLowerCase() && matches(each, path));
    if (!operation) return status >= 500 ? [`${method} ${path} responded with ${status}`] : [];
    const documented = responseFor(operation, status);
    if (!documented) return [`${operation.id} responded with the undocumented ${status}: ${text}`];
    const type = headers.get("content-type") ?? "";
    const described = documented.content.find(({ name }) => includesType(name, type));
    if (documented.content.length === 0) return [];
    if (!described) return [`${operation.id} responded with ${status} and with ${type || "no Content-Type"}`];
    return validator
      .errors(described.schemaPointer, JSON.parse(text))
      .map(({ at, message }) => `${operation.id} ${status} ${at} ${message}`);
  };
}

function matches({ path: template }: Operation, path: string): boolean {
  const pattern = template.replace(/[.+*?^$()|[\]\\]/g, "\\$&").replace(/\{[^{}]+\}/g, "[^/]+");
  return new RegExp(`^${pattern}$`).test(path.replace(/\?.*/s, ""));
}
