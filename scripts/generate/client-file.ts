import { asObject, asText, type OpenApiDocument } from "../../src/openapi/document.js";
import type { Operation } from "../../src/openapi/operation.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { securitySchemes } from "../../src/openapi/security.js";
import { operationDescriptor, pagingDescriptor } from "./descriptor.js";
import { camelCase, literal, pascalCase, propertyKey } from "./names.js";
import { block, operationDoc } from "./operation-doc.js";

/** Generates `client.ts`: one function per operation, described by its JSDoc, over the runtime in src/client. */
export function clientFile(document: OpenApiDocument): string {
  const operations = operationsOf(document).map((operation) => ({ operation, name: camelCase(operation.id) }));
  requireDistinctNames(operations);
  const info = asObject(document.info);
  const client = pascalCase(asText(info.title) ?? "") || "Client";
  const schemes = securitySchemes(document);
  const scheme =
    Object.keys(schemes)
      .map((name) => JSON.stringify(name))
      .join(" | ") || "never";
  const intro = asText(info.summary) ?? asText(info.description)?.split("\n\n")[0] ?? client;
  const paged = operations.some(({ operation }) => operation.pagination);
  const exclusive = operations.some(({ operation }) => operation.mutuallyExclusive.length > 0);
  const source = operations.some(({ operation }) => !operation.operationId) ? "operations, paths" : "operations";

  return `import { type Call, type ClientOptions, connect${exclusive ? ", type Input, type OnlyOne" : ""}${paged ? ", type PagedCall" : ""} } from "../src/client/index.js";
import type { ${source} } from "./schema.js";

export * from "../src/client/index.js";

${block(intro.trim())}
export interface ${client} {
${operations.map(({ operation, name }) => `${operationDoc(document, operation, name)}\n  ${name}: ${callType(operation)};`).join("\n\n")}
}

${block(`Makes a client of the ${asText(info.title) ?? "API"}.`)}
export function createClient(options: ClientOptions<${scheme}>): ${client} {
  const { call${paged ? ", pagedCall" : ""} } = connect(options, ${literal(schemes)});
  return {
${operations.map(({ operation, name }) => `    ${name}: ${callValue(operation)},`).join("\n")}
  };
}
`;
}

function callType(operation: Operation): string {
  const source = sourceType(operation);
  const inputs = operation.mutuallyExclusive.map((names) => names.map((name) => JSON.stringify(name)).join(" | "));
  const input = inputs.reduce((inner, names) => `OnlyOne<${inner}, ${names}>`, `Input<${source}>`);
  const given = inputs.length > 0 ? `, ${input}` : "";
  if (!operation.pagination) return `Call<${source}${given}>`;
  return `PagedCall<${source}, ${literal(pagingDescriptor(operation.pagination).items)}${given}>`;
}

function callValue(operation: Operation): string {
  const descriptor = literal(operationDescriptor(operation));
  return operation.pagination
    ? `pagedCall(${descriptor}, ${literal(pagingDescriptor(operation.pagination))})`
    : `call(${descriptor})`;
}

/** An operation without an operationId has its type under its path only. */
function sourceType({ operationId, method, path }: Operation): string {
  return operationId
    ? `operations[${JSON.stringify(operationId)}]`
    : `paths[${JSON.stringify(path)}][${JSON.stringify(method)}]`;
}

/** @throws Error if two operationIds make the same function name */
function requireDistinctNames(operations: { operation: Operation; name: string }[]): void {
  const taken = new Map<string, string>();
  for (const { operation, name } of operations) {
    const other = taken.get(name);
    if (other !== undefined)
      throw new Error(
        `The operations ${other} and ${operation.id} would both be called ${propertyKey(name)}. Rename one.`,
      );
    taken.set(name, operation.id);
  }
}
