/**
 * Faults that an engine can have on purpose, for any document: to try tests, and tools that test. Each breaks one requirement of a state,
 * and no response alone shows it.
 */
export const FAULTS = {
  "lost-field": "a creation loses a field that was sent",
  "ignored-default": "a new resource has other values than the documented defaults",
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
  "deleted-beside": "a deletion removes the resource before as well",
  "changed-beside": "a change is stored in the resource before as well",
  "other-shown": "the resource before is shown under an identifier",
  "patch-replaces": "a partial change removes the fields that it lacks",
  "replacement-merges": "a replacement keeps the fields that it lacks",
  "ignored-action": "an action is confirmed, and not stored",
  "wrong-total": "the total of a list is one too high",
  "items-of-others": "a list below a resource has the items of all others, too",
  "item-omitted": "each page after the first one lacks its first item",
  "ignored-condition": "a condition is ignored",
  "cut-file": "a file loses its last byte",
} as const;

/** The name of a fault. */
export type FaultName = keyof typeof FAULTS;

/** The names of all faults. */
export const FAULT_NAMES = Object.keys(FAULTS).filter(isFaultName);

function isFaultName(text: string): text is FaultName {
  return Object.hasOwn(FAULTS, text);
}
