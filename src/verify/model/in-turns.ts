/** Items by their turn: the first one of each list, then the second ones. */
export function inTurns<Item>(lists: readonly (readonly Item[])[]): Item[][] {
  const most = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => lists.flatMap((items) => items.slice(turn, turn + 1)));
}
