import type { Part } from "./parts.js";

/**
 * A function of a list of parts that finds its result once for each list.
 *
 * @param find has no other inputs, and its result is not changed
 */
export function derived<Result extends object>(find: (parts: readonly Part[]) => Result) {
  const found = new WeakMap<readonly Part[], Result>();
  return (parts: readonly Part[]): Result => {
    let result = found.get(parts);
    if (!result) {
      result = find(parts);
      found.set(parts, result);
    }
    return result;
  };
}

/** Like `derived`, for a result that also depends on the name of a field. The last name is remembered: most have one. */
export function derivedFor<Result extends object>(find: (parts: readonly Part[], name: string) => Result) {
  const found = new WeakMap<readonly Part[], { name: string; result: Result }>();
  return (parts: readonly Part[], name: string): Result => {
    const last = found.get(parts);
    if (last?.name === name) return last.result;
    const result = find(parts, name);
    found.set(parts, { name, result });
    return result;
  };
}
