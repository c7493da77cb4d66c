/** Whether a text has neither control characters nor unpaired surrogates. */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}
