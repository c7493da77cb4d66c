import { asObject, asText, type OpenApiDocument } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import { resolveReference } from "../document/reference.js";
import type { Operation } from "./operation.js";

/** How a key is sent (Security Scheme Object, OpenAPI 3.1, 4.8.27). */
export type SecurityScheme =
  | { type: "basic" }
  | { type: "bearer"; scheme?: string }
  | { type: "apiKey"; in: "cookie" | "header" | "query"; name: string };

/**
 * Reads how the key of each security scheme is sent (Security Scheme Object, OpenAPI 3.1, 4.8.27). OAuth 2 and OpenID
 * Connect use a bearer token. Another HTTP scheme is sent by its name, before the key. Client certificates (`mutualTLS`) are left out, because they are not part of a request.
 */
export function securitySchemes(document: OpenApiDocument): Record<string, SecurityScheme> {
  const schemes = asObject(asObject(document.components).securitySchemes);
  return Object.fromEntries(
    Object.entries(schemes).flatMap(([name, reference]): [string, SecurityScheme][] => {
      const { node } = resolveReference(document, reference, pointerTo("#/components/securitySchemes", name));
      const place = node.in;
      const scheme = asText(node.scheme)?.toLowerCase();
      if (node.type === "apiKey" && (place === "query" || place === "header" || place === "cookie")) {
        // Names of headers have no case (RFC 9110, 5.1): this one is that of HTTP schemes as well.
        const isAuthorization = place === "header" && /^authorization$/i.test(String(node.name));
        return [[name, { type: "apiKey", in: place, name: isAuthorization ? "Authorization" : String(node.name) }]];
      }
      if (node.type === "http") {
        if (scheme === "basic") return [[name, { type: "basic" }]];
        return [[name, scheme === "bearer" ? { type: "bearer" } : { type: "bearer", scheme: String(node.scheme) }]];
      }
      return node.type === "oauth2" || node.type === "openIdConnect" ? [[name, { type: "bearer" }]] : [];
    }),
  );
}

/** Whether every request of an operation needs a key: no alternative of its security is empty (OpenAPI 3.1, 4.8.30). */
export function needsKey({ security }: Pick<Operation, "security">): boolean {
  return security.length > 0 && security.every((alternative) => alternative.length > 0);
}
