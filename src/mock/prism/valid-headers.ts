import type { IHttpResponse } from "@stoplight/prism-http";
import { isJson } from "#http/media-type.js";
import { headerReadings } from "#http/request/read-header.js";
import { serializeHeader } from "#http/serialize.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Operation, ResponseHeader } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import type { SchemaValidator } from "#openapi/schema/validator.js";
import type { Generator } from "./generator.js";

/**
 * A response whose headers fit their schemas: Prism's simplest values ignore patterns, for example. Examples of the
 * document stay as they are. The same response if no header has to be generated.
 *
 * @param seed that of the request (`Prefer: seed=…`)
 */
export function withValidHeaders(
  contract: OpenApiDocument,
  operation: Operation,
  response: IHttpResponse,
  { validator, generator, seed }: { validator: SchemaValidator; generator: Generator; seed: string | undefined },
): IHttpResponse {
  const documented = responseFor(operation, response.statusCode)?.headers ?? [];
  // Prism's values have the types of their schemas.
  const isValid = (header: ResponseHeader, sent: unknown) =>
    headerReadings(contract, header, written(header, sent))?.some(
      (value) => validator.errors(header.schemaPointer, value, true).length === 0,
    ) ?? true;
  const generated = Object.entries(response.headers ?? {}).flatMap(([name, sent]) => {
    const header = documented.find((each) => each.name.toLowerCase() === name.toLowerCase());
    const isExample = header && (header.examples.named.size > 0 || header.examples.fallback !== undefined);
    if (!header) return [];
    if (isExample || isValid(header, sent)) {
      return typeof sent === "object" ? [[name, written(header, sent)] as const] : [];
    }
    const value = generator.value(header, seed);
    return value === undefined ? [] : [[name, written(header, value)] as const];
  });
  if (generated.length === 0) return response;
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(generated) } };
}

/** The value of a header by its media type, or by the style `simple` (Header Object, OpenAPI 3.1, 4.8.21). */
function written({ explode, mediaType }: ResponseHeader, value: unknown): string {
  return serializeHeader(value, { explode, json: mediaType !== undefined && isJson(mediaType) });
}
