/** A part of a run: this part of so many. */
export interface Shard {
  /** From 1 to `count`. */
  index: number;
  count: number;
}
