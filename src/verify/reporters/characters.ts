/**
 * A text with only the characters that HTML and XML can hold (HTML, 13.2.3.5; XML 1.0, 2.2). Control characters become
 * their pictures (U+2400 …); U+FFFD replaces lone surrogates, U+FFFE, U+FFFF and controls without a picture.
 */
export function representable(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\ufffe\uffff]/gu, (character) => {
    if ("\t\n\r".includes(character)) return character;
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
}
