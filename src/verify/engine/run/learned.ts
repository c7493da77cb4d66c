import { announcesNoState } from "#http/mock-state.js";
import type { JournalEntry, Projection } from "#verify/journal/journal.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import type { Corroboration } from "#verify/model/test-case/case-context.js";

/** The facts that a run learns of its target, besides the results of its test cases. */
export class Learned implements Corroboration, Projection {
  #keepsState: boolean;
  readonly #succeeded = new Set<string>();
  readonly #held = new Map<string, Set<string>>();

  /** @param keepsState whether the target keeps state, as far as its settings say */
  constructor(keepsState: boolean) {
    this.#keepsState = keepsState;
  }

  /** Whether the target keeps state: a mock announces in its responses that it does not. */
  get keepsState(): boolean {
    return this.#keepsState;
  }

  note({ exchange, isRemoval }: JournalEntry): void {
    if (announcesNoState(exchange)) this.#keepsState = false;
    if (isSuccess(exchange) && !isRemoval) this.#succeeded.add(exchange.operation);
  }

  /** Whether an operation succeeded, by its id. */
  hasSucceeded(operation: string): boolean {
    return this.#succeeded.has(operation);
  }

  add(relation: string, value: string): void {
    this.#held.set(relation, new Set([...this.values(relation), value]));
  }

  values(relation: string): ReadonlySet<string> {
    return this.#held.get(relation) ?? new Set();
  }
}
