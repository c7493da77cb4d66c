import { addSuppression } from "./add-suppression.js";
import type { Handler, OperationId } from "./handler.js";
import { listSuppressions } from "./list-suppressions.js";
import { retrieveContactImport } from "./retrieve-contact-import.js";
import { retrieveSuppression } from "./retrieve-suppression.js";
import { revokeOauthGrant } from "./revoke-oauth-grant.js";

/** The handler of every operation of the contract; a missing one is a type error. */
export const HANDLERS: { readonly [Id in OperationId]: Handler<Id> } = {
  addSuppression,
  listSuppressions,
  retrieveContactImport,
  retrieveSuppression,
  revokeOauthGrant,
};

/** Why the sandbox cannot execute an operation, and what to do. */
export function noHandler(operationId: string): string {
  return `the sandbox has no handler for ${operationId}: run npm run generate -- --handler ${operationId}`;
}

/** Whether the sandbox has a handler for an operation. */
export function isHandled(operationId: string | undefined): operationId is OperationId {
  return operationId !== undefined && Object.hasOwn(HANDLERS, operationId);
}
