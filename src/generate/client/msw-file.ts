import type { OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { functionName, literal } from "../names.js";
import { clientName } from "./client-file.js";

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
  const runtime = JSON.stringify(`${sources}/mock/msw/handlers.js`);
  // The declarations for CommonJS have the same lines, where `msw` then means its classes of CommonJS.
  return `import type { HttpHandler } from "msw";
import type { ContractHandlers } from ${runtime};
import { contractHandlers } from ${runtime};
import type { ${client} } from "./client.js";
import { document } from "./document.js";

export type { AnyReply, HandlerOptions, OperationName, Override, Overrides, Reply } from ${JSON.stringify(`${sources}/mock/msw/index.js`)};

const contract: ContractHandlers<${client}, HttpHandler> = contractHandlers(document, ${literal(Object.fromEntries(places))});

/** Handlers of Mock Service Worker for all operations, with the examples of the contract. */
export const handlers: ContractHandlers<${client}, HttpHandler>["handlers"] = contract.handlers;

/** A handler of Mock Service Worker for one operation. */
export const handler: ContractHandlers<${client}, HttpHandler>["handler"] = contract.handler;
`;
}
