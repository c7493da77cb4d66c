import { groupBy } from "#verify/model/group-by.js";

/** The first item of each group, then the second ones, and so on. */
export function ranked<Item>(items: readonly Item[], groupOf: (item: Item) => string): Item[] {
  const groups = [...groupBy(items, groupOf).values()];
  const ranks = groups.flatMap((group) => group.map((item, rank) => ({ item, rank })));
  return ranks.toSorted((one, other) => one.rank - other.rank).map(({ item }) => item);
}
