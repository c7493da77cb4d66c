/**
 * The names and values of an object in the style `deepObject`, to any depth: `a[b][c]`. OpenAPI leaves nested values open
 * (3.1, 4.8.12.3), so they are written as most servers read them. Primitive items are `a[]`. Objects and lists have their
 * index, `a[0][b]`, because only that tells where an item ends. Undefined and null are left out.
 *
 * @param value an object or a list; any other value has the name itself
 */
export function deepPairs(name: string, value: unknown): [name: string, value: unknown][] {
  if (value === undefined || value === null) return [];
  if (!isStructured(value)) return [[name, value]];
  const isFlat = Array.isArray(value) && !value.some(isStructured);
  return Object.entries(value).flatMap(([key, item]) => deepPairs(`${name}[${isFlat ? "" : key}]`, item));
}

/** Whether a value is a list or an object. */
export function isStructured(value: unknown): value is object {
  return Array.isArray(value) || isRecord(value);
}

/** Dates and binary data are values, not records. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === "[object Object]";
}
