import { asObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import type { WorldBody, WorldOperation } from "./world.js";

/** The OpenAPI 3.1 document of a world. @param hasKeys whether its operations need a key */
export function worldDocument(name: string, operations: readonly WorldOperation[], hasKeys = false): OpenApiDocument {
  const paths: JsonObject = {};
  for (const operation of operations.filter(({ hidden }) => !hidden)) {
    paths[operation.path] = { ...asObject(paths[operation.path]), [operation.method]: described(operation) };
  }
  const keys = {
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  };
  return { openapi: "3.1.0", info: { title: name, version: "1.0.0" }, ...(hasKeys ? keys : {}), paths };
}

function described({
  path,
  operationId,
  summary,
  captures,
  parameters = [],
  body,
  responses,
}: WorldOperation): JsonObject {
  const captured = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]): JsonObject => {
    return { name, in: "path", required: true, schema: captures?.[name] ?? { type: "string" } };
  });
  const all = [...captured, ...parameters];
  return {
    ...(operationId === undefined ? {} : { operationId }),
    ...(summary === undefined ? {} : { summary }),
    ...(all.length > 0 ? { parameters: all } : {}),
    ...(body ? { requestBody: describedBody(body) } : {}),
    responses,
  };
}

function describedBody({ schema, type = "application/json", required = true, example }: WorldBody): JsonObject {
  return { required, content: { [type]: { schema, ...(example === undefined ? {} : { example }) } } };
}
