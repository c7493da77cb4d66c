import type { operations } from "../../../generated/schema.js";
import type { Input } from "../../client/input.js";
import type { SandboxDatabase } from "../database/tables.js";
import type { Team } from "../database/teams.js";

/** The operationIds of the contract. */
export type OperationId = keyof operations;

/** Who asks, and what a handler works with. */
export interface Context {
  db: SandboxDatabase;
  team: Team;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Answers an operation. What it takes has been held against the contract; what it returns is a success of the contract.
 *
 * @throws Problem to refuse
 */
export type Handler<Id extends OperationId> = (
  input: Input<operations[Id]>,
  context: Context,
) => Promise<Success<operations[Id]>>;

/** A status of the 2xx range, and the body that the contract describes for it. */
type Success<Operation> = Operation extends {
  responses: { "2XX": { content: { "application/json": infer Body } } };
}
  ? { status: number; body: Body }
  : never;
