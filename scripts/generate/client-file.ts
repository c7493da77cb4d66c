import { asObject, asText, type OpenApiDocument } from "../../src/openapi/document.js";
import type { Operation } from "../../src/openapi/operation.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { securitySchemes } from "../../src/openapi/security.js";
import { operationDescriptor, pagingDescriptor } from "./descriptor.js";
import { camelCase, literal, pascalCase, propertyKey } from "./names.js";
import { block, operationDoc } from "./operation-doc.js";

/** Names that the file imports or relies on, and so cannot declare. */
const IMPORTED = ["Call", "ClientOptions", "Input", "OnlyOne", "PagedCall"];

/** Generates `client.ts`: one function per operation, described by its JSDoc, over the runtime in src/client. */
export function clientFile(document: OpenApiDocument): string {
  const operations = operationsOf(document).map((operation) => ({ operation, name: camelCase(operation.id) }));
  requireDistinctNames(operations);
  const info = asObject(document.info);
  const title = pascalCase(asText(info.title) ?? "") || "Client";
  const client = IMPORTED.includes(title) ? `${title}Client` : title;
  const schemes = securitySchemes(document);
  const scheme =
    Object.keys(schemes)
      .map((name) => JSON.stringify(name))
      .join(" | ") || "never";
  const intro = asText(info.summary) ?? asText(info.description)?.split("\n\n")[0] ?? client;
  const members = operations.map(
    ({ operation, name }) => `${operationDoc(document, operation, name)}\n  ${name}: ${callType(operation)};`,
  );
  const values = operations.map(({ operation, name }) => `    ${name}: ${callValue(operation)},`);
  // Only what is used is imported: importing repos may forbid the rest.
  const types = operations.map(({ operation }) => callType(operation)).join("\n");
  const runtime = ["Call", "Input", "OnlyOne", "PagedCall"].filter((name) => new RegExp(`\\b${name}<`).test(types));
  const sources = ["operations", "paths"].filter((name) => types.includes(`${name}[`));
  const calls = ["call", "pagedCall"].filter((name) => values.some((value) => value.includes(`: ${name}(`)));
  const imports = ["connect", ...["ClientOptions", ...runtime].map((name) => `type ${name}`)];

  return `import { ${imports.join(", ")} } from "../src/client/index.js";
import type { ${sources.join(", ")} } from "./schema.js";

export * from "../src/client/index.js";

${block(intro.trim())}
export interface ${client} {
${members.join("\n\n")}
}

${block(`Makes a client of the ${asText(info.title)?.trim() ?? "API"}.`)}
export function createClient(options: ClientOptions<${scheme}>): ${client} {
  const { ${calls.join(", ")} } = connect(options, ${literal(schemes)});
  return {
${values.join("\n")}
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

/** @throws Error if two operationIds make the same function name, or one makes a name that cannot be used */
function requireDistinctNames(operations: { operation: Operation; name: string }[]): void {
  if (operations.length === 0)
    throw new Error("The document has no operation under `paths`: there is nothing to call.");
  const taken = new Map<string, string>();
  for (const { operation, name } of operations) {
    if (name === "then") throw new Error("An operation called `then` would make the client a promise. Rename it.");
    const other = taken.get(name);
    if (other !== undefined)
      throw new Error(
        `The operations ${other} and ${operation.id} would both be called ${propertyKey(name)}. Rename one.`,
      );
    taken.set(name, operation.id);
  }
}
