/** Random choices that a seed repeats. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 0x9e3779b1) >>> 0;
  }

  /** A number from 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer between two bounds, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A member of a list that is not empty. */
  pick<Member>(members: readonly [Member, ...Member[]]): Member {
    return members[this.integer(0, members.length - 1)] ?? members[0];
  }

  /** So many members of a list, in random order. */
  sample<Member>(members: readonly Member[], size: number): Member[] {
    const rest = [...members];
    const chosen: Member[] = [];
    while (chosen.length < size && rest.length > 0) chosen.push(...rest.splice(this.integer(0, rest.length - 1), 1));
    return chosen;
  }
}
