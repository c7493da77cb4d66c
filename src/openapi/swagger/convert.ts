import { asList, asObject, asText, type Json, type JsonObject, type OpenApiDocument } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import type { DocumentWarning } from "../document/warning.js";
import { rememberWritten } from "../document/written-place.js";
import { Conversion } from "./conversion.js";
import { parameterOf } from "./parameters.js";
import { type MediaTypes, pathsOf, typesOf } from "./paths.js";
import { isOfBody } from "./request-body.js";
import { responseOf } from "./responses.js";
import { convertSchemas } from "./schemas.js";
import { securitySchemesOf } from "./security-schemes.js";

/** Fields of the Swagger Object that are elsewhere in OpenAPI 3. */
const MOVED = [
  ...["swagger", "host", "basePath", "schemes", "consumes", "produces", "paths"],
  ...["definitions", "parameters", "responses", "securityDefinitions"],
];

/**
 * Makes the equivalent document of OpenAPI 3.0 of a bundled document of Swagger 2.0. Schemas stay the same objects, and are
 * changed in place. `writtenPlace` gives the place in the Swagger document of every part.
 *
 * @returns the document, and warnings of parts without an equivalent
 */
export function convertSwagger(document: OpenApiDocument): { document: OpenApiDocument; warnings: DocumentWarning[] } {
  const conversion = new Conversion(document);
  const shared = { consumes: typesOf(document.consumes) ?? [], produces: typesOf(document.produces) ?? [] };
  const servers = serversOf(document);
  const converted: OpenApiDocument = {
    openapi: "3.0.3",
    ...Object.fromEntries(Object.entries(document).filter(([name]) => !MOVED.includes(name))),
    ...(servers.length > 0 ? { servers } : {}),
    paths: pathsOf(conversion, shared),
    components: componentsOf(conversion, shared),
  };
  convertSchemas(converted, document);
  rememberWritten(converted, document, conversion.origins);
  return { document: converted, warnings: conversion.warnings };
}

function componentsOf(conversion: Conversion, { produces }: MediaTypes): JsonObject {
  const { definitions, parameters, responses } = conversion.document;
  const convertedEach = (named: Json | undefined, convert: (member: JsonObject, name: string) => JsonObject) => {
    const members = Object.entries(asObject(named)).map(([name, member]): [string, Json] => [
      name,
      convert(asObject(member), name),
    ]);
    return conversion.made(asObject(named), Object.fromEntries(members));
  };
  const plain = Object.entries(asObject(parameters)).filter(
    ([, parameter]) => !isOfBody({ node: asObject(parameter), pointer: "" }),
  );
  return {
    schemas: asObject(definitions),
    parameters: conversion.made(
      asObject(parameters),
      convertedEach(Object.fromEntries(plain), (parameter, name) =>
        parameterOf(conversion, parameter, pointerTo("#/parameters", name)),
      ),
    ),
    responses: convertedEach(responses, (response, name) =>
      responseOf(conversion, response, pointerTo("#/responses", name), produces),
    ),
    securitySchemes: securitySchemesOf(conversion),
  };
}

/** The servers that `host`, `basePath` and `schemes` describe (Swagger Object). Without a host, the address is relative. */
function serversOf({ host, basePath, schemes }: OpenApiDocument): JsonObject[] {
  const path = (asText(basePath) ?? "").replace(/\/$/, "");
  if (typeof host !== "string") return path === "" ? [] : [{ url: path }];
  const http = asList(schemes).filter((scheme) => scheme === "http" || scheme === "https");
  return (http.length > 0 ? http : ["https"]).map((scheme) => ({ url: `${scheme}://${host}${path}` }));
}
