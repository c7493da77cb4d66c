/**
 * A character that a terminal or a CI log would act on: control characters, line breaks, halves of surrogate pairs, and
 * characters that change the direction of a text.
 */
export const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u;

/** Replaces every unprintable character. */
export function replaceUnprintable(text: string, replacement: (character: string) => string): string {
  return text.replace(new RegExp(UNPRINTABLE, "gu"), replacement);
}
