import { asObject, asText, type OpenApiDocument } from "../../src/openapi/document.js";
import type { Operation } from "../../src/openapi/operation.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { securitySchemes } from "../../src/openapi/security.js";
import { UserError } from "../../src/user-error.js";
import { operationDescriptor, pagingDescriptor } from "./descriptor.js";
import { camelCase, literal, pascalCase, propertyKey } from "./names.js";
import { block, operationDoc } from "./operation-doc.js";

/** Names that the file imports, and therefore cannot declare. */
const IMPORTED = ["Call", "ClientOptions", "Input", "OnlyOne", "PagedCall"];

/**
 * Generates `client.ts`: one function per operation, with JSDoc, on the runtime in src/client.
 *
 * @throws UserError if the document has no operations, or if an operationId gives no usable function name
 */
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
  const calls = ["call", "pagedCall"].filter((name) => values.some((value) => value.includes(`: ${name}(`)));

  return `${importLines(operations.map(({ operation }) => callType(operation)).join("\n"))}

export * from "../src/client/index.js";

${block(intro.trim())}
export interface ${client} {
${members.join("\n\n")}
}

${block(`Creates a client of the ${asText(info.title)?.trim() ?? "API"}.`)}
export function createClient(options: ClientOptions<${scheme}>): ${client} {
  const { ${calls.join(", ")} } = connect(options, ${literal(schemes)});
  return {
${values.join("\n")}
  };
}
`;
}

/** Imports of the types that are used, and of no others: compilers of importing repos may forbid unused imports. */
function importLines(types: string): string {
  const runtime = ["Call", "Input", "OnlyOne", "PagedCall"].filter((name) => new RegExp(`\\b${name}<`).test(types));
  const sources = ["operations", "paths"].filter((name) => types.includes(`${name}[`));
  const imports = ["connect", ...["ClientOptions", ...runtime].map((name) => `type ${name}`)];
  return `import { ${imports.join(", ")} } from "../src/client/index.js";
import type { ${sources.join(", ")} } from "./schema.js";`;
}

function callType(operation: Operation): string {
  const source = sourceType(operation);
  const inputs = operation.mutuallyExclusive.map((names) => names.map((name) => JSON.stringify(name)).join(" | "));
  const input = inputs.reduce((inner, names) => `OnlyOne<${inner}, ${names}>`, `Input<${source}>`);
  const inputType = inputs.length > 0 ? `, ${input}` : "";
  if (!operation.pagination) return `Call<${source}${inputType}>`;
  return `PagedCall<${source}, ${literal(pagingDescriptor(operation.pagination).items)}${inputType}>`;
}

function callValue(operation: Operation): string {
  const descriptor = literal(operationDescriptor(operation));
  return operation.pagination
    ? `pagedCall(${descriptor}, ${literal(pagingDescriptor(operation.pagination))})`
    : `call(${descriptor})`;
}

/** The type of an operation without an operationId exists only under its path. */
function sourceType({ operationId, method, path }: Operation): string {
  return operationId
    ? `operations[${JSON.stringify(operationId)}]`
    : `paths[${JSON.stringify(path)}][${JSON.stringify(method)}]`;
}

function requireDistinctNames(operations: { operation: Operation; name: string }[]): void {
  if (operations.length === 0) throw new UserError("The document has no operation under `paths`. Add one.");
  const operationsByName = new Map<string, string>();
  for (const { operation, name } of operations) {
    if (name === "then") {
      throw new UserError("An operation named `then` would make the client a Promise. Rename the operation.");
    }
    const other = operationsByName.get(name);
    if (other !== undefined) {
      const both = `${other} and ${operation.id}`;
      throw new UserError(`The operations ${both} give the same function name, ${propertyKey(name)}. Rename one.`);
    }
    operationsByName.set(name, operation.id);
  }
}
