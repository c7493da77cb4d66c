/**
 * A function that makes its value when it is first called. Most of what could be known of a large document is never looked
 * at.
 */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
