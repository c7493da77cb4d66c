import type { Json, JsonObject } from "#openapi/document/document.js";
import { wordsOf } from "#openapi/document/words.js";

/** Words before the name of a field in a request: `newLabel` changes `label`. */
const SENT = ["new"];

/** Words before the name of a field in a resource: `organizationId` was sent for `ownerOrganizationId`. */
const SHOWN = ["owner", "owning", "parent"];

/**
 * The sent fields by the names with which a resource shows them. A field of the same name has its value, if there is one.
 */
export function namedAsShown(sent: JsonObject, shown: JsonObject): JsonObject {
  const names = Object.keys(shown);
  const isTaken = (name: string) => Object.hasOwn(sent, name);
  const nameOf = (name: string, value: Json | undefined) => {
    if (Object.hasOwn(shown, name)) return name;
    const others = names.filter((other) => !isTaken(other) && isNamedBy(name, other) && isAlike(value, shown[other]));
    return others.length === 1 ? (others[0] ?? name) : name;
  };
  return Object.fromEntries(Object.entries(sent).map(([name, value = null]) => [nameOf(name, value), value]));
}

function isNamedBy(sent: string, shown: string): boolean {
  const [own, other] = [wordsOf(sent), wordsOf(shown)];
  const isAfter = (words: readonly string[], [first = "", ...rest]: string[], end: string[]) =>
    words.includes(first) && rest.join() === end.join();
  return isAfter(SENT, own, other) || isAfter(SHOWN, other, own);
}

function isAlike(value: Json | undefined, other: Json | undefined): boolean {
  return typeof value === typeof other && Array.isArray(value) === Array.isArray(other);
}
