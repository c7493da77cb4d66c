import type { Json } from "../openapi/document/document.js";
import type { ExamplePair } from "../openapi/operations/example-pairs.js";
import { type MediaType, type Operation, writtenPath } from "../openapi/operations/operation.js";
import type { SecurityScheme } from "../openapi/operations/security.js";
import type { FormPart } from "./body/form-parts.js";
import { type Key, placeCredentials } from "./credentials.js";
import { isJson, MULTIPART, mediaTypeOf, URLENCODED } from "./media-type.js";
import { concreteType, shapeOf } from "./negotiate.js";
import { formText, multipartFields } from "./serialize.js";
import { serializeParameters } from "./serialize-parameters.js";

/** The request of an example, serialized. */
export interface ExampleRequest {
  /** In upper case. */
  method: string;
  /** Path and query, relative to the base URL. */
  path: string;
  headers: [name: string, value: string][];
  /** A body as text, or the fields of a multipart form. */
  body: { type: string; text: string } | { type: string; fields: FormPart[] } | undefined;
}

/**
 * Serializes the request of an example, in the styles of the document (OpenAPI 3.1, 4.8.12).
 *
 * @param key the key, placed as the operation requires it
 */
export async function exampleRequestOf(
  operation: Operation,
  { parameters, body }: Pick<ExamplePair, "parameters" | "body">,
  schemes: Readonly<Record<string, SecurityScheme>>,
  key: Key,
): Promise<ExampleRequest> {
  const serialized = serializeParameters(writtenPath(operation), parameters);
  const keys = await placeCredentials(operation.security, schemes, key);
  const query = serialized.query(keys.query);
  const cookies = serialized.cookie(keys.cookie);
  const content = body && bodyOf(body.mediaType, body.value);
  return {
    method: operation.method.toUpperCase(),
    path: `${serialized.path}${query && `?${query}`}`,
    headers: [
      ...serialized.headers,
      ...Object.entries(keys.headers),
      ...(cookies ? [["Cookie", cookies] satisfies [string, string]] : []),
      // A form has a boundary in its media type, which the sender chooses.
      ...(content && "text" in content ? [["Content-Type", content.type] satisfies [string, string]] : []),
    ],
    body: content,
  };
}

function bodyOf({ name, schema, encoding }: MediaType, value: Json): NonNullable<ExampleRequest["body"]> {
  const fields = typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  const type = concreteType(name, typeof value === "string" ? shapeOf(schema) : "structured");
  if (fields && mediaTypeOf(type) === MULTIPART) return { type, fields: multipartFields(fields, encoding) };
  if (fields && mediaTypeOf(type) === URLENCODED) return { type, text: formText(fields, encoding) };
  return { type, text: isJson(type) || typeof value !== "string" ? JSON.stringify(value, null, 2) : value };
}
