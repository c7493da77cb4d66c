/**
 * The levels of writes on a target that has data of others, the safest one first. Each has the creations that it permits.
 */
export const WRITE_LEVELS = {
  reversible: "creations that can be removed, and changes of what the run created so",
  creations: "also creations that nothing removes",
} as const;

/** A level of writes. */
export type WriteLevel = keyof typeof WRITE_LEVELS;

/** The unsafe requests that a run may send; `none`: safe methods only (RFC 9110, 9.2.1). */
export type Writes = "none" | WriteLevel;

/** The level of a run to which writes are allowed without a level. */
export const DEFAULT_LEVEL: WriteLevel = "reversible";

/** Whether a text names a level. */
export function isWriteLevel(text: unknown): text is WriteLevel {
  return typeof text === "string" && Object.hasOwn(WRITE_LEVELS, text);
}
