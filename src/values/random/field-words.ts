import { wordsOf } from "#openapi/document/words.js";

/** The words of a field's name with one space between them: `defaultCurrency_code` is `default currency code`. */
export function fieldWords(name: string): string {
  return wordsOf(name).join(" ");
}

/** Whether a field's name suggests the smaller or the larger bound of a range; undefined for any other name. */
export function boundOf(name: string): "low" | "high" | undefined {
  const words = fieldWords(name);
  if (/^(min|minimum|lower|low|from|start|begin)\b|\b(min|minimum|from|start|begin)$/.test(words)) return "low";
  return /^(max|maximum|upper|high|to|until|end|stop)\b|\b(max|maximum|to|until|end|stop)$/.test(words)
    ? "high"
    : undefined;
}

/**
 * The usual value of a flag, and the other one. A name such as `isDefault` or `primary` says that others of the kind are
 * not. Its value is false: a new default replaces that of the team, and many servers never delete it.
 */
export function flagsFor(name: string): readonly boolean[] {
  // Most names have none of these words.
  if (!/default|primary/i.test(name)) return [true, false];
  return /^(is |as |make |set )?(default|primary)$/.test(fieldWords(name)) ? [false, true] : [true, false];
}
