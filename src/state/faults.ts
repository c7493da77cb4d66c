/**
 * Faults that an engine can have on purpose, for any document: to try tests, and tools that test. Each breaks one promise of a state,
 * and no response alone shows it.
 */
export const FAULTS = {
  "lost-field": "a creation loses a field that was sent",
  "ignored-update": "a change is confirmed, and not stored",
  "kept-after-deletion": "a deletion is confirmed, and the resource stays",
  "not-listed": "a new resource is not listed",
  "wrong-filter": "filters and ranges select everything",
  "item-twice": "each page begins with the last item of the page before",
  "ignored-limit": "a page has more items than its size",
  "wrong-order": "lists are in the reverse order",
  "stale-tag": "a changed resource keeps its entity tag",
  "duplicate-accepted": "two resources may have the same unique value",
  "shared-data": "every key sees the resources of all others",
  "kept-below-deleted": "the resources below a deleted one stay",
} as const;

/** The name of a fault. */
export type FaultName = keyof typeof FAULTS;

/** The names of all faults. */
export const FAULT_NAMES = Object.keys(FAULTS).filter(isFaultName);

/** Whether a text names a fault. */
export function isFaultName(text: string): text is FaultName {
  return Object.hasOwn(FAULTS, text);
}
