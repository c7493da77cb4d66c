import { covers } from "../../src/http/media-type.js";
import type { OpenApiDocument } from "../../src/openapi/document.js";
import type { Operation } from "../../src/openapi/operation.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { responseFor } from "../../src/openapi/status.js";
import { SchemaValidator } from "../../src/openapi/validator.js";

/** What came back from the sandbox. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Makes a function that tells what in an answer the contract does not allow: nothing, if all is well. */
export function contractOf(document: OpenApiDocument): (method: string, path: string, answer: Answer) => string[] {
  const validator = new SchemaValidator(document);
  const operations = operationsOf(document);
  return (method, path, { status, headers, text }) => {
    const operation = operations.find((each) => each.method === method.toLowerCase() && matches(each, path));
    if (!operation) return status >= 500 ? [`${method} ${path} failed with ${status}`] : [];
    const documented = responseFor(operation, status);
    if (!documented) return [`${operation.id} answered the undocumented ${status}: ${text}`];
    const type = headers.get("content-type") ?? "";
    const described = documented.content.find(({ name }) => covers(name, type));
    if (documented.content.length === 0) return [];
    if (!described) return [`${operation.id} answered ${status} with ${type || "no Content-Type"}`];
    return validator
      .errors(described.schemaPointer, JSON.parse(text))
      .map(({ at, message }) => `${operation.id} ${status} ${at} ${message}`);
  };
}

function matches({ path: template }: Operation, path: string): boolean {
  const pattern = template.replace(/[.+*?^$()|[\]\\]/g, "\\$&").replace(/\{[^{}]+\}/g, "[^/]+");
  return new RegExp(`^${pattern}$`).test(path.replace(/\?.*/s, ""));
}
