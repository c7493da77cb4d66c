import type { Corroboration } from "#verify/model/test-case/case-context.js";

/** The inferred relations that held in a run. */
export class HeldRelations implements Corroboration {
  readonly #values = new Map<string, Set<string>>();

  add(relation: string, value: string): void {
    this.#values.set(relation, new Set([...this.values(relation), value]));
  }

  values(relation: string): ReadonlySet<string> {
    return this.#values.get(relation) ?? new Set();
  }
}
