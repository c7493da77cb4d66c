/** A value with fewer parts is validated without a time limit. The limit itself takes a tenth of a millisecond. */
const FEW_PARTS = 2000;

/** Whether lists and objects of a value have many parts. Takes a fixed time at most. */
export function isLarge(value: unknown): boolean {
  const pending = [value];
  let parts = 0;
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node !== "object" || node === null) continue;
    const members: readonly unknown[] = Array.isArray(node) ? node : Object.values(node);
    parts += members.length;
    if (parts > FEW_PARTS) return true;
    for (const member of members) if (typeof member === "object" && member !== null) pending.push(member);
  }
  return false;
}
