import type { HttpSecurityScheme, IHttpOperation } from "@stoplight/types";
import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import { type Operation, writtenPath } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";

/**
 * The operations of the contract in Prism's form. Prism needs them to find the operation of a request, and to check its
 * keys. It does not get the parts that it would use differently. Requests and responses are read and made by components of
 * ours. It would use servers, and request the addresses of callbacks.
 *
 * @param operations the operations of the contract
 */
export function prismOperations(contract: OpenApiDocument, operations: readonly Operation[]): IHttpOperation[] {
  return operations.map((operation) => ({
    ...{ id: operation.id, method: operation.method, path: writtenPath(operation), deprecated: operation.deprecated },
    ...{ request: {}, responses: [], servers: [] },
    security: operation.security.map((names) => names.flatMap((name) => schemeOf(contract, name))),
  }));
}

/** A security scheme in Prism's form, as a list of one; an empty list for one that Prism cannot check. */
function schemeOf(contract: OpenApiDocument, name: string): HttpSecurityScheme[] {
  const reference = asObject(asObject(contract.components).securitySchemes)[name];
  const { node } = resolveReference(contract, reference, pointerTo("#/components/securitySchemes", name));
  const known = { id: name, key: name };
  if (node.type === "oauth2") return [{ ...known, type: "oauth2", flows: {} }];
  if (node.type === "openIdConnect") return [{ ...known, type: "openIdConnect", openIdConnectUrl: "" }];
  const scheme = securitySchemes(contract)[name];
  if (scheme?.type === "apiKey") return [{ ...known, type: "apiKey", name: scheme.name, in: scheme.in }];
  if (scheme?.type === "basic") return [{ ...known, type: "http", scheme: "basic" }];
  if (scheme?.type !== "bearer") return [];
  if (scheme.scheme === undefined) return [{ ...known, type: "http", scheme: "bearer" }];
  if (scheme.scheme.toLowerCase() === "digest") return [{ ...known, type: "http", scheme: "digest" }];
  // Prism knows no other schemes (RFC 9110, 11.6.2): `withoutOtherScheme` leaves out the header of another one.
  return [{ ...known, type: "apiKey", name: "Authorization", in: "header" }];
}
