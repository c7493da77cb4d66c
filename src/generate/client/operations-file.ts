import * as runtimeExtras from "#client/extras.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { unusedName } from "#openapi/document/unused-name.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { KINDS } from "#statements/paging/kinds.js";
import { functionName, literal } from "../names.js";
import type { DateType } from "../types/dates.js";
import { callArguments, callType } from "./client-file.js";
import { streamDescriptor } from "./descriptor.js";
import { extrasOf } from "./extras-of.js";
import { block } from "./operation-doc.js";
import { pagedList, stepFunctions } from "./paging.js";

/** The functions of the runtime that write what few operations have. */
const EXTRAS = Object.keys(runtimeExtras);

/** Names that the file declares or imports, and reserved words (ECMA-262, 12.7.2), which no function can have. */
const TAKEN = [
  ...[
    "connectTo",
    "connect",
    ...EXTRAS,
    "singleCall",
    "singlePagedCall",
    "singleStreamedCall",
    "unwrap",
    "validated",
    "operations",
    "paths",
  ],
  ...["await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else"],
  ...[
    "enum",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "import",
    "in",
    "instanceof",
    "new",
    "null",
  ],
  ...["return", "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield"],
  ...["let", "static", "implements", "interface", "package", "private", "protected", "public", "arguments", "eval"],
];

/**
 * Generates `operations.ts`: one function for each operation, which gets the connection as its first argument. A bundler leaves
 * out those that a page does not import, so its size does not grow with the document.
 *
 * @param runtime the module of the runtime, as the file imports it
 * @param dates what a `date-time` becomes. Responses are then always read by their schemas (default: it stays a text)
 */
export function operationsFile(document: OpenApiDocument, runtime: string, dates?: DateType): string {
  const operations = operationsOf(document);
  const functions = KINDS.flatMap(({ runtime }) => Object.values(runtime));
  const taken: Record<string, true> = Object.fromEntries([...TAKEN, ...functions].map((name) => [name, true]));
  const calls = operations.map((operation) =>
    functionOf(document, operation, unusedName(functionName(operation), taken)),
  );
  const text = calls.join("\n");
  const makers = ["singleCall", "singlePagedCall", "singleStreamedCall"].filter((name) => text.includes(` ${name}(`));
  const types = [
    "SingleCall",
    "SingleChoosingCall",
    "SinglePagedCall",
    "SingleStreamedCall",
    "Input",
    "OnlyOne",
  ].filter((name) => text.includes(`${name}<`));
  const extras = new Set(operations.flatMap((operation) => Object.values(extrasOf(document, operation))));
  const sources = ["operations", "paths"].filter((name) => text.includes(`${name}[`));
  const imports = ["connect", ...[...extras].toSorted(), ...stepFunctions(document, operations), ...makers];
  const typeImports = ["ClientOptions", "Connection", ...types].map((name) => `type ${name}`);
  const names = Object.keys(securitySchemes(document)).map((name) => JSON.stringify(name));
  const options = `ClientOptions<${names.join(" | ") || "never"}>`;
  const given = dates === undefined ? "options" : "{ ...options, validate: async () => ({ validated }) }";
  return `import { ${[...imports, ...typeImports].join(", ")} } from ${JSON.stringify(runtime)};
${sources.length > 0 ? `import type { ${sources.join(", ")} } from "./schema.js";\n` : ""}${dates === undefined ? "" : 'import { validated } from "./schemas.js";\n'}
export { CallFailure, unwrap } from ${JSON.stringify(runtime)};

/** Connects the functions of this module to a server. */
export function connectTo(options: ${dates === undefined ? options : `Omit<${options}, "validate">`}): Connection {
  return connect(${given}, ${literal(securitySchemes(document))}, loadValidation);
}

/** Bundlers do not follow this import, so that pages are small. */
const loadValidation = (file = "./validation.js") => import(/* webpackIgnore: true */ /* @vite-ignore */ file);
${text}`;
}

function functionOf(document: OpenApiDocument, operation: Operation, name: string): string {
  const { summary, description, method, path } = operation;
  const paging = pagedList(document, operation);
  const words = [summary, description, `\`${method.toUpperCase()} ${path}\``, paging?.statement]
    .map((part) => part?.trim())
    .filter(Boolean);
  const sequence = streamDescriptor(document, operation);
  const maker = paging ? "singlePagedCall" : sequence ? "singleStreamedCall" : "singleCall";
  return `
${block(words.join("\n\n"))}
export const ${name}: ${callType(document, operation, "Single")} = /* @__PURE__ */ ${maker}(${callArguments(document, operation)});
`;
}
