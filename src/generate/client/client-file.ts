import { UserError } from "#cli/user-error.js";
import { asObject, asText, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pascalCase } from "#openapi/document/letter-case.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { isOfOtherMethod, pathOfOther } from "../known-parts.js";
import { functionName, literal, propertyKey } from "../names.js";
import type { ValueTypes } from "../types/value-types.js";
import { closedSets } from "./closed-sets.js";
import { type Conversion, conversionOf, itemReader, jsonCodec } from "./conversion.js";
import { operationDescriptor, streamDescriptor } from "./descriptor.js";
import { extrasOf } from "./extras-of.js";
import { block, operationDoc } from "./operation-doc.js";
import { ownServer } from "./own-server.js";
import { pagedList, stepFunctions } from "./paging.js";

/** Names that the file imports, and therefore cannot declare. */
const IMPORTED = [
  ...["Call", "ChoosingCall", "ClientOptions", "Input", "MiddlewareList", "OnlyOne", "PagedCall", "StreamedCall"],
];

/** Members of every client. */
const MEMBERS = ["eject", "use"];

/**
 * Generates `client.ts`: one function per operation, with JSDoc, on the runtime in src/client.
 *
 * @param runtime the module of the runtime, as the file imports it
 * @param types those of texts and numbers of some formats. With others than those of JSON, responses are always read by their schemas
 * @throws UserError if an operationId gives no usable function name
 */
export function clientFile(document: OpenApiDocument, runtime: string, types: ValueTypes = {}): string {
  const conversion = conversionOf(document, types);
  const operations = operationsOf(document).map((operation) => ({ operation, name: functionName(operation) }));
  requireDistinctNames(operations);
  const info = asObject(document.info);
  const client = clientName(document);
  const schemes = securitySchemes(document);
  const scheme =
    Object.keys(schemes)
      .map((name) => JSON.stringify(name))
      .join(" | ") || "never";
  const intro = asText(info.summary) ?? asText(info.description)?.split("\n\n")[0] ?? client;
  const members = operations.map(
    ({ operation, name }) => `${operationDoc(document, operation, name)}\n  ${name}: ${callType(document, operation)};`,
  );
  const values = operations.map(({ operation, name }) => `    ${name}: ${callValue(document, operation, conversion)},`);
  const calls = ["call", "pagedCall"].filter((name) => values.some((value) => value.includes(`: ${name}(`)));
  const isStreaming = values.some((value) => value.includes(": streamedCall("));

  const options = `ClientOptions<${scheme}>`;
  const taken = conversion.isNeeded ? `Omit<${options}, "validate">` : options;
  const given = conversion.isNeeded
    ? "{ ...options, validate: async () => ({ validated: schemas.validated }) }"
    : "options";
  const steps = stepFunctions(
    document,
    operations.map(({ operation }) => operation),
  );
  const extras = operations.flatMap(({ operation }) => Object.values(extrasOf(document, operation)));
  const functions = [...new Set([...extras, ...steps])].toSorted();
  const callTypes = operations.map(({ operation }) => callType(document, operation)).join("\n");

  return `${importLines(callTypes, functions, { hasCalls: calls.length > 0, isStreaming }, runtime)}${conversion.isNeeded ? '\nimport * as schemas from "./schemas.js";' : ""}

export * from ${JSON.stringify(runtime)};

${block(intro.trim())}
export interface ${client} extends MiddlewareList {
${members.join("\n\n")}
}

${block(`Creates a client of the ${asText(info.title)?.trim() ?? "API"}.`)}
export function createClient(options: ${taken}): ${client} {
  const connection = connect(${given}, ${literal(schemes)}, loadValidation);
  const { use, eject } = connection;${calls.length === 0 ? "" : `\n  const { ${calls.join(", ")} } = callsOf(connection);`}
  return {
${values.join("\n")}
${MEMBERS.map((name) => `    ${name},`).join("\n")}
  };
}

/** Bundlers do not follow this import, so that pages are small. */
const loadValidation = (file = "./validation.js") => import(/* webpackIgnore: true */ /* @vite-ignore */ file);
${closedSets(document)}`;
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
function importLines(
  types: string,
  functions: readonly string[],
  { hasCalls, isStreaming }: Record<"hasCalls" | "isStreaming", boolean>,
  module: string,
): string {
  const runtime = ["Call", "ChoosingCall", "Input", "OnlyOne", "PagedCall", "StreamedCall"].filter((name) =>
    new RegExp(`\\b${name}<`).test(types),
  );
  const sources = ["operations", "paths"].filter((name) => types.includes(`${name}[`));
  const imports = [
    ...(hasCalls ? ["callsOf"] : []),
    "connect",
    ...functions,
    ...(isStreaming ? ["streamedCall"] : []),
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
  const sequence = streamDescriptor(document, operation);
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

/**
 * The arguments of the function that makes a call: the descriptor of the operation, and of its paging.
 *
 * @param named the functions of the runtime that the descriptor names
 */
export function callArguments(
  document: OpenApiDocument,
  operation: Operation,
  conversion: Conversion,
  named: typeof extrasOf = extrasOf,
): string {
  const plain = literal({ ...operationDescriptor(operation), ...ownServer(operation) });
  const json = jsonCodec(conversion, operation);
  const parts = { ...named(document, operation), ...(json && { json }) };
  const extras = Object.entries(parts).map(([part, name]) => `${part}: ${name}`);
  const descriptor = extras.length > 0 ? plain.replace(/ \}$/, `, extras: { ${extras.join(", ")} } }`) : plain;
  const sequence = streamDescriptor(document, operation);
  const reader = itemReader(conversion, operation);
  const read = reader === undefined ? "" : `, read: ${reader}`;
  const second = pagedList(document, operation)?.source ?? (sequence && literal(sequence).replace(/ \}$/, `${read} }`));
  return second ? `${descriptor}, ${second}` : descriptor;
}

function callValue(document: OpenApiDocument, operation: Operation, conversion: Conversion): string {
  const given = callArguments(document, operation, conversion);
  if (pagedList(document, operation)) return `pagedCall(${given})`;
  return streamDescriptor(document, operation) ? `streamedCall(connection, ${given})` : `call(${given})`;
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
