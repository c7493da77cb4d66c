/** A function of an object that remembers its results, and can forget one. */
export interface OncePer<Key extends object, Input, Result> {
  (key: Key, input: Input): Result;
  forget(key: Key): void;
}

/**
 * A function of an object, such as a document. It finds its result once for each object, and forgets it with the object.
 *
 * @param find is called again if it throws. The object must not change any more, and always comes with the same second input
 */
export function oncePer<Key extends object, Result, Input = void>(
  find: (key: Key, input: Input) => Result,
): OncePer<Key, Input, Result> {
  const results = new WeakMap<Key, Result>();
  const once = (key: Key, input: Input): Result => {
    const known = results.get(key);
    // Undefined is a result, too.
    if (known !== undefined || results.has(key)) return known as Result;
    const result = find(key, input);
    results.set(key, result);
    return result;
  };
  return Object.assign(once, { forget: (key: Key) => void results.delete(key) });
}
