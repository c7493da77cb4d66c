/**
 * A sample of a list: items at even distances, the same ones each time. It stays as large when the list grows.
 *
 * @param size how many items (all of them, if the list is shorter)
 */
export function sample<Item>(items: readonly Item[], size: number): Item[] {
  if (items.length <= size) return [...items];
  const indices = Array.from({ length: size }, (_, index) => Math.floor(((index + 0.5) * items.length) / size));
  return items.filter((_, index) => indices.includes(index));
}
