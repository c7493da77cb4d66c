import type { OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { clientName } from "./client-file.js";
import { functionName, literal } from "./names.js";

/**
 * Generates `msw.ts`: the handlers of Mock Service Worker for the operations of the client.
 *
 * @param sources the folder of the runtime, as the file imports from it
 */
export function mswFile(document: OpenApiDocument, sources: string): string {
  const client = clientName(document);
  const places = operationsOf(document).map((operation) => [
    functionName(operation),
    [operation.method, operation.path],
  ]);
  return `import { contractHandlers } from ${JSON.stringify(`${sources}/mock/msw/handlers.js`)};
import type { ${client} } from "./client.js";
import { document } from "./document.js";

export type { AnyReply, HandlerOptions, OperationName, Override, Overrides, Reply } from ${JSON.stringify(`${sources}/mock/msw/index.js`)};

/** Handlers of Mock Service Worker for all operations or one, with the examples of the contract. */
export const { handlers, handler } = contractHandlers<${client}>(document, ${literal(Object.fromEntries(places))});
`;
}
