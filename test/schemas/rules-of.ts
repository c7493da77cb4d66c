import ts from "typescript";
import { schemasOf } from "#generate/schemas/schemas-file.js";
import type { ValueTypes } from "#generate/types/value-types.js";
import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import * as runtime from "#schemas/index.js";

/** The exports of a generated `schemas.ts`, as another repo gets them, by name. */
export function generatedSchemas(document: OpenApiDocument, types?: ValueTypes): Record<string, unknown> {
  const { code } = schemasOf(document, "../src", types);
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exported: Record<string, unknown> = {};
  const required = (name: string) => (name.endsWith("schemas/index.js") ? runtime : { validated: byAjv });
  new Function("exports", "require", outputText)(exported, required);
  return exported;
}

/** Stands for the validation by Ajv, to which a generated file refers. */
const byAjv = () => "by Ajv";

export function isSchema(value: unknown): value is runtime.Schema<unknown> {
  return typeof value === "object" && value !== null && "~standard" in value;
}

/** A document with one schema, `Root`, as the body of a response. */
export function documentWith(schema: unknown, mediaType = "application/json"): OpenApiDocument {
  const body = { $ref: "#/components/schemas/Root" };
  const responses = { 200: { description: "", content: { [mediaType]: { schema: body } } } };
  return asObject(
    JSON.parse(
      JSON.stringify({
        openapi: "3.1.1",
        info: { title: "Test", version: "1.0.0" },
        paths: { "/root": { get: { operationId: "readRoot", responses } } },
        components: { schemas: { Root: schema } },
      }),
    ),
  );
}
