import type { OperationDescriptor } from "#client/operation.js";
import type { Operation } from "#openapi/operations/operation.js";

/**
 * The server of an operation that has its own (Operation Object, OpenAPI 3.1, 4.8.10), or whose path has (4.8.9). A relative one is at
 * the origin of the document's first server.
 *
 * @returns an object without it for an operation without one, and if the server has no absolute address
 */
export function ownServer({ server }: Pick<Operation, "server">): Pick<OperationDescriptor, "server"> {
  const instead = server?.instead.filter((url) => /^https?:/.test(url)) ?? [];
  if (server === undefined || !URL.canParse(server.url, instead[0])) return {};
  const url = /^https?:/.test(server.url) ? server.url : new URL(server.url, instead[0]).href;
  return { server: { url, instead } };
}
