/** A path with values in place of its parameters. */
export function filledPath(path: string, values: readonly string[]): string {
  let index = 0;
  return path.replace(/\{[^{}]*\}/g, () => encodeURIComponent(values[index++] ?? ""));
}
