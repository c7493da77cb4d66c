import type { Target } from "#verify/model/target/target.js";

/** How much a run may change: nothing, what it can undo, or all that are certainly creations. */
export type Level = "none" | "reversible" | "creations";

/** The levels, from the least to the most. */
export const LEVELS: readonly Level[] = ["none", "reversible", "creations"];

/** Whether the runs keep to the levels yet. Until then, the table is measured, and its tests do not run. */
export const ENFORCED = true;

/** The settings of a target that give a level. */
export function settingsOf(level: Level): Pick<Target, "writes"> {
  return { writes: level };
}
