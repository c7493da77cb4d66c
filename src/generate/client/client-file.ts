import { UserError } from "#cli/user-error.js";
import { asObject, asText, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pascalCase } from "#openapi/document/letter-case.js";
import type { Operation } from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { isOfOtherMethod, pathOfOther } from "../known-parts.js";
import { literal, propertyKey } from "../names.js";
import { areConverted, type ValueTypes } from "../types/value-types.js";
import { closedSets } from "./closed-sets.js";
import { sequenceOf } from "./descriptor.js";
import { namedOperations } from "./named-operations.js";
import { block, operationDoc } from "./operation-doc.js";
import { pagedList } from "./paging.js";

/** Names that the file imports, and therefore cannot declare. */
const IMPORTED = [
  ...["Call", "ChoosingCall", "ClientOptions", "Input", "MiddlewareList", "OnlyOne", "PagedCall", "StreamedCall"],
];

/** Members of every client. */
const MEMBERS = ["eject", "use"];

/**
 * Generates `client.ts`: an object with one function per operation, with JSDoc. They are those of `operations.ts`, for one connection.
 *
 * @param runtime the module of the runtime, as the file imports it
 * @param types those of texts and numbers of some formats
 * @throws UserError if an operationId gives no usable function name
 */
export function clientFile(document: OpenApiDocument, runtime: string, types: ValueTypes = {}): string {
  const operations = namedOperations(document);
  requireDistinctNames(operations);
  const info = asObject(document.info);
  const client = clientName(document);
  const intro = asText(info.summary) ?? asText(info.description)?.split("\n\n")[0] ?? client;
  const members = operations.map(
    ({ operation, name }) => `${operationDoc(document, operation, name)}\n  ${name}: ${callType(document, operation)};`,
  );
  const values = operations.map(({ name, single }) => `    ${name}: bound(connection, operation.${single}),`);
  const callTypes = operations.map(({ operation }) => callType(document, operation)).join("\n");

  return `${importLines(callTypes, runtime)}
import * as operation from "./operations.js";

export * from ${JSON.stringify(runtime)};

${block(intro.trim())}
export interface ${client} extends MiddlewareList {
${members.join("\n\n")}
}

${block(`Creates a client of the ${asText(info.title)?.trim() ?? "API"}.`)}
export function createClient(options: ${optionsType(document, types)}): ${client} {
  const connection = operation.connectTo(options);
  const { use, eject } = connection;
  return {
${values.join("\n")}
${MEMBERS.map((name) => `    ${name},`).join("\n")}
  };
}
${closedSets(document)}`;
}

/** The type of the options of a client. Where values are converted, responses are always validated. */
export function optionsType(document: OpenApiDocument, types: ValueTypes): string {
  const schemes = Object.keys(securitySchemes(document)).map((name) => JSON.stringify(name));
  const options = `ClientOptions<${schemes.join(" | ") || "never"}>`;
  return areConverted(types) ? `Omit<${options}, "validate">` : options;
}

/** The name of the interface of the client: the title of the document. */
export function clientName(document: OpenApiDocument): string {
  const title = pascalCase(titleWithoutVersion(asObject(document.info))) || "Client";
  return IMPORTED.includes(title) ? `${title}Client` : title;
}

/** A title such as `Shop API v1.4.0` without the version of the document: each release would rename the client. */
function titleWithoutVersion(info: JsonObject): string {
  const [title, version] = [asText(info.title) ?? "", String(info.version).replace(/^v/i, "")];
  const words = title.split(/\s+/).filter((word) => {
    const number = word.replace(/^[([]?v?/i, "").replace(/[)\]]$/, "");
    return !number.includes(".") || (number !== version && !version.startsWith(`${number}.`));
  });
  return words.join(" ");
}

/** Imports of the types that are used, and of no others: compilers of importing repos may forbid unused imports. */
function importLines(types: string, module: string): string {
  const runtime = ["Call", "ChoosingCall", "Input", "OnlyOne", "PagedCall", "StreamedCall"].filter((name) =>
    new RegExp(`\\b${name}<`).test(types),
  );
  const sources = ["operations", "paths"].filter((name) => types.includes(`${name}[`));
  const imports = [
    ...(types === "" ? [] : ["bound"]),
    ...["ClientOptions", "MiddlewareList", ...runtime].map((name) => `type ${name}`),
  ];
  const schema = sources.length > 0 ? `\nimport type { ${sources.join(", ")} } from "./schema.js";` : "";
  return `import { ${imports.join(", ")} } from ${JSON.stringify(module)};${schema}`;
}

/**
 * The type of the function of an operation. It has the place of the items of a list, and an input that is narrower.
 *
 * @param prefix `Single` for a function that gets a connection
 */
export function callType(document: OpenApiDocument, operation: Operation, prefix: "" | "Single" = ""): string {
  const source = sourceType(operation);
  const inputs = operation.mutuallyExclusive.map((names) => names.map((name) => JSON.stringify(name)).join(" | "));
  const input = inputs.reduce((inner, names) => `OnlyOne<${inner}, ${names}>`, `Input<${source}>`);
  const inputType = inputs.length > 0 ? `, ${input}` : "";
  const choosing = hasChoice(operation) ? `${prefix}ChoosingCall<${source}${inputType}>` : undefined;
  const paging = pagedList(document, operation);
  const sequence = sequenceOf(document, operation);
  if (!paging && !sequence) return choosing ?? `${prefix}Call<${source}${inputType}>`;
  const iterated = paging
    ? `${prefix}PagedCall<${source}, ${literal(paging.items)}${inputType}>`
    : `${prefix}StreamedCall<${source}, ${literal(sequence?.type)}${inputType}>`;
  return choosing ? `${iterated} & ${choosing}` : iterated;
}

/** Whether the successes of an operation have several media types, of which a call may ask for one. */
function hasChoice({ responses }: Operation): boolean {
  const content = responses
    .filter(({ status }) => /^(2|default)/i.test(status))
    .flatMap((response) => response.content);
  return new Set(content.map(({ name }) => name)).size > 1;
}

/** The type of an operation without an operationId exists only under its path. */
function sourceType(operation: Operation): string {
  const { operationId, method, path } = operation;
  if (operationId === undefined && isOfOtherMethod(operation))
    return `paths[${JSON.stringify(pathOfOther(operation))}]["post"]`;
  return operationId
    ? // openapi-typescript replaces this character.
      `operations[${JSON.stringify(operationId.replaceAll("#", "/"))}]`
    : `paths[${JSON.stringify(path)}][${JSON.stringify(method)}]`;
}

function requireDistinctNames(operations: { operation: Operation; name: string }[]): void {
  const operationsByName = new Map<string, string>();
  for (const { operation, name } of operations) {
    const owner = operationsByName.get(name);
    if (owner !== undefined) {
      const both = `${owner} and ${operation.id}`;
      throw new UserError(`The operations ${both} give the same function name, ${propertyKey(name)}. Rename one.`);
    }
    operationsByName.set(name, operation.id);
  }
}
