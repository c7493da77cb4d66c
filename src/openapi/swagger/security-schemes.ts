import { asObject, type Json, type JsonObject } from "../document/document.js";
import type { Conversion } from "./conversion.js";

/** The flows of OAuth 2 by their names in Swagger 2.0 (Security Scheme Object). */
const FLOWS: Readonly<Record<string, string>> = {
  implicit: "implicit",
  password: "password",
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

/** The security schemes of a document as OpenAPI 3.0 has them. */
export function securitySchemesOf(conversion: Conversion): JsonObject {
  const schemes = asObject(conversion.document.securityDefinitions);
  return conversion.made(
    schemes,
    Object.fromEntries(
      Object.entries(schemes).map(([name, scheme]): [string, Json] => [
        name,
        conversion.made(asObject(scheme), schemeOf(asObject(scheme))),
      ]),
    ),
  );
}

function schemeOf(scheme: JsonObject): JsonObject {
  if (scheme.type === "basic") return { ...scheme, type: "http", scheme: "basic" };
  if (scheme.type !== "oauth2") return { ...scheme };
  const { flow, authorizationUrl, tokenUrl, scopes, ...rest } = scheme;
  const urls = {
    ...(authorizationUrl === undefined ? {} : { authorizationUrl }),
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
  };
  return { ...rest, flows: { [FLOWS[String(flow)] ?? "implicit"]: { ...urls, scopes: asObject(scopes) } } };
}
