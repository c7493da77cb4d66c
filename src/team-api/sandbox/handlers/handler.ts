import type { Data, Input } from "#generated/client.js";
import type { operations } from "#generated/schema.js";
import type { SandboxDatabase } from "../database/tables.js";
import type { Team } from "../database/teams.js";

/** The operationIds of the contract. */
export type OperationId = keyof operations;

export interface Context {
  db: SandboxDatabase;
  /** Whose key the request carries. */
  team: Team;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Handles an operation. Its input was validated against the contract; its result is a success that the contract describes.
 *
 * @throws Problem for an error response
 */
export type Handler<Id extends OperationId> = (
  input: Input<operations[Id]>,
  context: Context,
) => Promise<Success<operations[Id]>>;

/** A status from 200 to 299, and the body that the contract describes for it. */
type Success<Operation> = { status: number } & (undefined extends Data<Operation>
  ? { body?: Data<Operation> }
  : { body: Data<Operation> });
