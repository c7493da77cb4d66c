import { announcesNoState } from "#http/mock-state.js";
import type { JournalEntry, Projection } from "#verify/journal/journal.js";
import type { Corroboration } from "#verify/model/test-case/case-context.js";

/** The facts that a run learns of its target, besides the results of its test cases. */
export class Learned implements Corroboration, Projection {
  #keepsState: boolean;
  readonly #held = new Map<string, Set<string>>();

  /** @param keepsState whether the target keeps state, as far as its settings say */
  constructor(keepsState: boolean) {
    this.#keepsState = keepsState;
  }

  /** Whether the target keeps state: a mock announces in its responses that it does not. */
  get keepsState(): boolean {
    return this.#keepsState;
  }

  note({ exchange }: JournalEntry): void {
    if (announcesNoState(exchange)) this.#keepsState = false;
  }

  add(relation: string, value: string): void {
    this.#held.set(relation, new Set([...this.values(relation), value]));
  }

  values(relation: string): ReadonlySet<string> {
    return this.#held.get(relation) ?? new Set();
  }
}
