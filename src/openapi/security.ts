import { asObject, asText, type OpenApiDocument } from "./document.js";
import { pointerTo } from "./pointer.js";
import { resolveReference } from "./reference.js";

/** How a key is sent (Security Scheme Object, OpenAPI 3.1, 4.8.27). */
export type SecurityScheme =
  | { type: "basic" }
  | { type: "bearer" }
  | { type: "apiKey"; in: "cookie" | "header" | "query"; name: string };

/**
 * Reads how the key of each security scheme is sent (Security Scheme Object, OpenAPI 3.1, 4.8.27). OAuth 2 and OpenID
 * Connect use a bearer token. Client certificates (`mutualTLS`) are left out, because they are not part of a request.
 */
export function securitySchemes(document: OpenApiDocument): Record<string, SecurityScheme> {
  const schemes = asObject(asObject(document.components).securitySchemes);
  return Object.fromEntries(
    Object.entries(schemes).flatMap(([name, reference]): [string, SecurityScheme][] => {
      const { node } = resolveReference(document, reference, pointerTo("#/components/securitySchemes", name));
      const place = node.in;
      const scheme = asText(node.scheme)?.toLowerCase();
      if (node.type === "apiKey" && (place === "query" || place === "header" || place === "cookie")) {
        return [[name, { type: "apiKey", in: place, name: String(node.name) }]];
      }
      if (node.type === "http") return scheme === "basic" ? [[name, { type: "basic" }]] : [[name, { type: "bearer" }]];
      return node.type === "oauth2" || node.type === "openIdConnect" ? [[name, { type: "bearer" }]] : [];
    }),
  );
}
