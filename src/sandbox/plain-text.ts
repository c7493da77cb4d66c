/** True if every character can be kept and compared: no control characters, no half of a surrogate pair. */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}
