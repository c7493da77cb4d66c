import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { validatorOf } from "#openapi/schema/validator.js";
import { State } from "./state.js";

/**
 * An empty state for a document.
 *
 * @param operations those of the document, if they are read already
 */
export function createState(
  document: OpenApiDocument,
  operations: readonly Operation[] = operationsOf(document),
): State {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  const operationNamed = (id: string | undefined) => (id === undefined ? undefined : byId.get(id));
  return new State({ document, operations, operationNamed, validator: validatorOf(document) });
}
