import type { OpenApiDocument } from "#openapi/document/document.js";
import { validatorOf } from "#openapi/validator/validator.js";
import { placedOperations } from "#statements/resources/placed-paths.js";
import { State, type StateOptions } from "./state.js";

/**
 * A state for a document.
 *
 * @throws UserError if the seed data cannot be used
 */
export function createState(document: OpenApiDocument, options: StateOptions = {}): State {
  const operations = placedOperations(document);
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  const operationNamed = (id: string | undefined) => (id === undefined ? undefined : byId.get(id));
  return new State({ document, operations, operationNamed, validator: validatorOf(document) }, options);
}
