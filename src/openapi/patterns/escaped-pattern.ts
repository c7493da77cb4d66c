/** A regular expression that matches a text as it is. */
export function escapedPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
