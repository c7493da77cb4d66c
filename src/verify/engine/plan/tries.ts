import type { Operation } from "#openapi/operations/operation.js";
import type { Tries as LimitOfTries } from "#verify/model/test-case/case-context.js";

/**
 * How many requests of a run look at most for one that an operation accepts. The request that the document itself has, or usual
 * values, is the tenth.
 */
const MOST_TRIES = 9;

/** The limit of requests that look for an accepted one. */
export class Tries implements LimitOfTries {
  readonly #taken = new Map<Operation, number>();

  isLeft(operation: Operation): boolean {
    return this.#of(operation) < MOST_TRIES;
  }

  take(operation: Operation): boolean {
    if (!this.isLeft(operation)) return false;
    this.#taken.set(operation, this.#of(operation) + 1);
    return true;
  }

  giveBack(operation: Operation): void {
    this.#taken.set(operation, Math.max(0, this.#of(operation) - 1));
  }

  #of(operation: Operation): number {
    return this.#taken.get(operation) ?? 0;
  }
}
