/** The words of a field's name in lower case, with one space between them: `defaultCurrency_code` is `default currency code`. */
export function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .replaceAll(/[^\p{L}\d]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** Whether a field's name suggests the smaller or the larger bound of a range; undefined for any other name. */
export function boundOf(name: string): "low" | "high" | undefined {
  const words = wordsOf(name);
  if (/^(min|minimum|lower|low)\b|\b(min|minimum)$/.test(words)) return "low";
  return /^(max|maximum|upper|high)\b|\b(max|maximum)$/.test(words) ? "high" : undefined;
}
