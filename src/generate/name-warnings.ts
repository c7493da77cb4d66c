import type { OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { functionName, isReservedName } from "./names.js";
import { schemaAliases } from "./types/schema-aliases.js";

/** Sentences about names that generated code cannot have, or that several parts would share. Each gets a suffix. */
export function nameWarnings(document: OpenApiDocument): string[] {
  const functions = operationsOf(document).flatMap((operation) => {
    const name = functionName(operation);
    return isReservedName(name.replace(/_$/, ""))
      ? [`the operation ${operation.id} is called \`${name}\` in the client, which needs the other name itself.`]
      : [];
  });
  const types = [...schemaAliases(document)].flatMap(([schema, { alias, wanted }]) =>
    alias === wanted
      ? []
      : [`the type of the schema ${schema} is called \`${alias}\`, because \`${wanted}\` is taken.`],
  );
  return [...functions, ...types];
}
