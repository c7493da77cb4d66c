import { type IHttpResponse, ProblemJsonError } from "@stoplight/prism-http";
import { covers } from "../../http/media-type.js";
import type { Operation } from "../../openapi/operation.js";
import { responseFor } from "../../openapi/status.js";
import type { SchemaError, SchemaValidator } from "../../openapi/validator.js";

/** Validates the body of a response by the schema of its status and media type; no errors if there is no schema. */
export function bodyErrors(
  operation: Operation,
  { statusCode, headers = {}, body }: IHttpResponse,
  validator: SchemaValidator,
): SchemaError[] {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const content = responseFor(operation, statusCode)?.content ?? [];
  const described = content.find(({ name }) => type !== undefined && covers(name, type));
  if (described?.schema === undefined || body === undefined) return [];
  return validator.errors(described.schemaPointer, body, true);
}

/** The error for an operation whose examples, or generated values, are invalid by their own schema. */
export function noValidResponse({ id }: Operation, [error]: SchemaError[]): ProblemJsonError {
  const violation = `${error?.at || "the body"} ${error?.message} (${error?.keyword})`;
  return ProblemJsonError.fromTemplate(
    { type: "about:blank", title: "The contract contradicts itself", status: 500 },
    `The mock has no response for ${id} that is valid by its schema: ${violation}. Fix the example, or run npm run lint.`,
  );
}
