import type { PlannedCase } from "./plan.js";

/** Part of a run: this one of so many. */
export interface Shard {
  index: number;
  count: number;
}

/**
 * The cases that are meant.
 *
 * @param only texts, one of which a case's name, kind or operation has, or which is the id of a promise that it proves
 * @param shard every so-many-th case, so that shards take about as long as one another
 */
export function selected(
  cases: readonly PlannedCase[],
  only: readonly string[],
  shard: Shard | undefined,
): PlannedCase[] {
  const meant = cases.filter(({ planned: { name, kind, operation, proves } }) => {
    if (only.length === 0) return true;
    return only.some((text) => name.includes(text) || kind === text || operation.id === text || proves.includes(text));
  });
  return shard ? meant.filter((_, index) => index % shard.count === shard.index - 1) : meant;
}
