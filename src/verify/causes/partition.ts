/** Sets of items that do not overlap. Joining many takes time in proportion to their number. */
export class Partition {
  readonly #parents = new Map<string, string>();

  /** The item that stands for the set of another one. */
  rootOf(item: string): string {
    let root = item;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) root = parent;
    // Later look-ups take one step.
    for (let current = item; current !== root; ) {
      const next = this.#parents.get(current) ?? root;
      this.#parents.set(current, root);
      current = next;
    }
    return root;
  }

  /** Makes one set of the sets of two items. */
  join(left: string, right: string): void {
    const [root, other] = [this.rootOf(left), this.rootOf(right)];
    if (root !== other) this.#parents.set(other, root);
  }
}
