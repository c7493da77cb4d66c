import { isObject, type Json } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";

/**
 * The place of a text that no database can store. PostgreSQL rejects U+0000, and an unpaired surrogate has no form
 * in UTF-8 (RFC 3629, section 3).
 *
 * @param value of a parameter or a body
 * @returns a JSON pointer into the value, which is empty for the whole value; undefined if each text can be stored
 */
export function unstorableText(value: Json): string | undefined {
  // A list of pending parts, because a deep body would exhaust the stack.
  const pending: { part: Json; at: string }[] = [{ part: value, at: "" }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { part, at } = next;
    if (typeof part === "string" && !isStorable(part)) return at;
    if (Array.isArray(part)) pending.push(...part.map((item, index) => ({ part: item, at: pointerTo(at, index) })));
    else if (isObject(part)) {
      for (const [name, field] of Object.entries(part)) {
        if (!isStorable(name)) return at;
        pending.push({ part: field, at: pointerTo(at, name) });
      }
    }
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
