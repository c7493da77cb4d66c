import type { OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { validatorOf } from "#openapi/validator/validator.js";
import { State, type StateOptions } from "./state.js";

/**
 * A state for a document.
 *
 * @throws UserError if the seed data cannot be used
 */
export function createState(document: OpenApiDocument, options: StateOptions = {}): State {
  const operations = operationsOf(document);
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  const operationNamed = (id: string | undefined) => (id === undefined ? undefined : byId.get(id));
  return new State({ document, operations, operationNamed, validator: validatorOf(document) }, options);
}
