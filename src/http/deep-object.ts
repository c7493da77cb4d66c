/**
 * The names and values of an object in the style `deepObject`, to any depth: `a[b][c]`. OpenAPI leaves nested values open
 * (3.1, 4.8.12.3), so they are written as most servers read them. Primitive items are `a[]`. Objects and lists have their
 * index, `a[0][b]`, because only that tells where an item ends. Undefined and null are left out.
 *
 * @param value an object or a list; any other value has the name itself
 */
export function deepPairs(name: string, value: unknown): [name: string, value: unknown][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    const hasIndex = value.some((item) => Array.isArray(item) || isRecord(item));
    return value.flatMap((item: unknown, index) => deepPairs(`${name}[${hasIndex ? index : ""}]`, item));
  }
  if (!isRecord(value)) return [[name, value]];
  return Object.entries(value).flatMap(([key, item]) => deepPairs(`${name}[${key}]`, item));
}

/** Dates and binary data are values, not records. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === "[object Object]";
}
