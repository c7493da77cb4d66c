import * as runtimeExtras from "#client/extras.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { unusedName } from "#openapi/document/unused-name.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { KINDS } from "#statements/paging/kinds.js";
import { functionName, literal } from "../names.js";
import type { ValueTypes } from "../types/value-types.js";
import { callArguments, callType } from "./client-file.js";
import { type Conversion, conversionOf } from "./conversion.js";
import { streamDescriptor } from "./descriptor.js";
import { partsOf } from "./extras-of.js";
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
    ...["directionOf", "isBeyondLast"],
    "singleCall",
    "singlePagedCall",
    "singleStreamedCall",
    "unwrap",
    "schemas",
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
 * @param types those of texts and numbers of some formats. With others than those of JSON, responses are always read by their schemas
 */
export function operationsFile(document: OpenApiDocument, runtime: string, types: ValueTypes = {}): string {
  const conversion = conversionOf(document, types);
  const operations = operationsOf(document);
  const functions = KINDS.flatMap(({ runtime }) => Object.values(runtime));
  const taken: Record<string, true> = Object.fromEntries([...TAKEN, ...functions].map((name) => [name, true]));
  const calls = operations.map((operation) =>
    functionOf(document, operation, unusedName(functionName(operation), taken), conversion),
  );
  const text = calls.join("\n");
  const makers = ["singleCall", "singlePagedCall", "singleStreamedCall"].filter((name) => text.includes(` ${name}(`));
  const callTypes = [
    "SingleCall",
    "SingleChoosingCall",
    "SinglePagedCall",
    "SingleStreamedCall",
    "Input",
    "OnlyOne",
  ].filter((name) => text.includes(`${name}<`));
  const extras = new Set(operations.flatMap((operation) => Object.values(partsOf(document, operation))));
  const sources = ["operations", "paths"].filter((name) => text.includes(`${name}[`));
  const imports = ["connect", ...[...extras].toSorted(), ...stepFunctions(document, operations), ...makers];
  const typeImports = ["ClientOptions", "Connection", ...callTypes].map((name) => `type ${name}`);
  const names = Object.keys(securitySchemes(document)).map((name) => JSON.stringify(name));
  const options = `ClientOptions<${names.join(" | ") || "never"}>`;
  const given = conversion.isNeeded
    ? "{ ...options, validate: async () => ({ validated: schemas.validated }) }"
    : "options";
  return `import { ${[...imports, ...typeImports].join(", ")} } from ${JSON.stringify(runtime)};
${sources.length > 0 ? `import type { ${sources.join(", ")} } from "./schema.js";\n` : ""}${conversion.isNeeded ? 'import * as schemas from "./schemas.js";\n' : ""}
export { CallFailure, unwrap } from ${JSON.stringify(runtime)};

/** Connects the functions of this module to a server. */
export function connectTo(options: ${conversion.isNeeded ? `Omit<${options}, "validate">` : options}): Connection {
  return connect(${given}, ${literal(securitySchemes(document))}, loadValidation);
}

/** Bundlers do not follow this import, so that pages are small. */
const loadValidation = (file = "./validation.js") => import(/* webpackIgnore: true */ /* @vite-ignore */ file);
${text}`;
}

function functionOf(document: OpenApiDocument, operation: Operation, name: string, conversion: Conversion): string {
  const { summary, description, method, path } = operation;
  const paging = pagedList(document, operation);
  const words = [summary, description, `\`${method.toUpperCase()} ${path}\``, paging?.statement]
    .map((part) => part?.trim())
    .filter(Boolean);
  const sequence = streamDescriptor(document, operation);
  const maker = paging ? "singlePagedCall" : sequence ? "singleStreamedCall" : "singleCall";
  return `
${block(words.join("\n\n"))}
export const ${name}: ${callType(document, operation, "Single")} = /* @__PURE__ */ ${maker}(${callArguments(document, operation, conversion, partsOf)});
`;
}
