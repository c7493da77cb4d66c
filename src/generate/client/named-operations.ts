import * as runtimeExtras from "#client/extras.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { unusedName } from "#openapi/document/unused-name.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { KINDS } from "#statements/paging/kinds.js";
import { functionName } from "../names.js";

/** The functions of the runtime that write what few operations have. */
const EXTRAS = Object.keys(runtimeExtras);

/** Names that the file declares or imports, and reserved words (ECMA-262, 12.7.2), which no function can have. */
const TAKEN = [
  ...[
    "connectTo",
    "connect",
    ...EXTRAS,
    ...["directionOf", "withParameters", "isBeyondLast", "byEvent", "byLine", "reconnection"],
    ...["basicKey", "bearerKey", "headerKey", "keyIn"],
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

/** An operation with the names of its functions: in the client, and in the module of operations. */
export interface NamedOperation {
  operation: Operation;
  name: string;
  single: string;
}

/** The operations of a document with their names. */
export function namedOperations(document: OpenApiDocument): NamedOperation[] {
  const ofPages = KINDS.flatMap(({ runtime, smaller }) => [...Object.values(runtime), ...(smaller?.names ?? [])]);
  const taken: Record<string, true> = Object.fromEntries([...TAKEN, ...ofPages].map((name) => [name, true]));
  return operationsOf(document).map((operation) => {
    const name = functionName(operation);
    return { operation, name, single: unusedName(name, taken) };
  });
}
