import type { Variation } from "../variation.js";

/** Probes by their turn: the first one of each part in one round, then the second ones. */
export function inRounds(byPart: readonly (readonly Variation[])[]): Variation[][] {
  const most = Math.max(0, ...byPart.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => byPart.flatMap((probes) => probes[turn] ?? []));
}
