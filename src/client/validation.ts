import { contentFor, mediaTypeOf } from "../http/media-type.js";
import type { OpenApiDocument } from "../openapi/document/document.js";
import { operationsOf } from "../openapi/operations/operations.js";
import { responseFor } from "../openapi/operations/status.js";
import { validatorOf } from "../openapi/validator/validator.js";
import { CallFailure } from "./failure.js";
import type { ValidationModule } from "./options.js";
import { failed } from "./sending/response.js";

/** Makes the validation of the responses of a document, with the validator of `verify`. */
export function responseValidation(document: OpenApiDocument): ValidationModule["validated"] {
  const validator = validatorOf(document);
  const operations = new Map(
    operationsOf(document).map((operation) => [`${operation.method} ${operation.path}`, operation]),
  );

  return (result, { method, path }, call) => {
    const operation = operations.get(`${method.toLowerCase()} ${path}`);
    const { response } = result;
    if (!operation || !response || (!result.ok && result.failure)) return result;
    const body = result.ok ? result.data : result.error;
    const content = responseFor(operation, response.status)?.content ?? [];
    const type = mediaTypeOf(response.headers.get("content-type") ?? content[0]?.name ?? "");
    const described = contentFor(content, type);
    if (described?.schema === undefined || body instanceof Blob || body instanceof Response) return result;
    const violations = validator.errors(described.schemaPointer, body, true);
    if (violations.length === 0) return result;
    const words = violations.map(({ at, message }) => `the body${at && ` at ${at}`} ${message}`).join("; ");
    const details = { status: response.status, response, body };
    return failed(new CallFailure("InvalidResponse", call, `the response violates the contract: ${words}.`, details));
  };
}
