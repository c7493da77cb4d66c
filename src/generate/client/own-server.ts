import type { OperationDescriptor } from "#client/operation.js";
import { asList, asObject, asText, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { parentOf, valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";

/**
 * The server of an operation that has its own (Operation Object, OpenAPI 3.1, 4.8.10), or whose path has (4.8.9): the first one, with the
 * defaults of its variables.
 *
 * @returns an object without it for an operation without one, and if the server has no absolute address
 */
export function ownServer(document: OpenApiDocument, { pointer }: Operation): Pick<OperationDescriptor, "server"> {
  const [operation, item] = [pointer, parentOf(pointer)].map((place) => asObject(valueAt(document, place)));
  const [url] = urlsOf(operation?.servers ?? item?.servers);
  const instead = urlsOf(document.servers);
  return url === undefined || instead.includes(url) ? {} : { server: { url, instead } };
}

function urlsOf(servers: Json | undefined): string[] {
  return asList(servers).flatMap((server) => {
    const { url, variables } = asObject(server);
    const filled = asText(url)?.replace(/\{([^{}]+)\}/g, (name, key: string) => {
      return asText(asObject(asObject(variables)[key]).default) ?? name;
    });
    return filled !== undefined && /^https?:/.test(filled) ? [filled.replace(/\/$/, "")] : [];
  });
}
