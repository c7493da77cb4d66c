import type { Part } from "./parts.js";

/**
 * A function of a list of parts and the name of a field. It remembers its last result for each list, because most have one
 * name.
 *
 * @param find has no other inputs, and its result is not changed
 */
export function derivedFor<Result extends object>(find: (parts: readonly Part[], name: string) => Result) {
  const results = new WeakMap<readonly Part[], { name: string; result: Result }>();
  return (parts: readonly Part[], name: string): Result => {
    const last = results.get(parts);
    if (last?.name === name) return last.result;
    const result = find(parts, name);
    results.set(parts, { name, result });
    return result;
  };
}
