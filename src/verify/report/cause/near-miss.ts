/** The end of a time without a zone. */
const TIME = /\d\d:\d\d(:\d\d)?(\.\d+)?$/;

/** Changes of a text after which it may be valid, and the difference that each one removes. */
const CHANGES: readonly (readonly [difference: string, change: (text: string) => string])[] = [
  ["milliseconds are missing", (text) => text.replace(/(T|\b )?(\d\d:\d\d:\d\d)(?!\.)/, "$1$2.000")],
  ["it has more digits than milliseconds", (text) => text.replace(/(\.\d{3})\d+/, "$1")],
  [
    "it has fewer digits than milliseconds",
    (text) => text.replace(/\.(\d{1,2})(?!\d)/, (_, digits: string) => `.${digits.padEnd(3, "0")}`),
  ],
  ["the time zone is an offset, not Z", (text) => text.replace(/[+-]\d\d(:?\d\d)?$/, "Z")],
  ["the time zone is Z, not an offset", (text) => text.replace(/Z$/, "+00:00")],
  ["the time zone is Z, not an offset", (text) => text.replace(/Z$/, "+00")],
  ["the time zone has minutes", (text) => text.replace(/([+-]\d\d):?\d\d$/, "$1")],
  ["the time zone has no minutes", (text) => text.replace(/([+-]\d\d)$/, "$1:00")],
  [
    "the time zone is not UTC",
    (text) =>
      text.replace(/[+-]\d\d((:?)\d\d)?$/, (_, minutes = "", colon = "") => `+00${minutes === "" ? "" : `${colon}00`}`),
  ],
  ["the time zone is missing", (text) => (TIME.test(text) ? `${text}Z` : text)],
  ["the time zone is missing", (text) => (TIME.test(text) ? `${text}+00` : text)],
  ["the time zone is missing", (text) => (TIME.test(text) ? `${text}+00:00` : text)],
  ["there is a space in place of T", (text) => text.replace(/^(\d{4}-\d\d-\d\d) /, "$1T")],
  ["there is a T in place of a space", (text) => text.replace(/^(\d{4}-\d\d-\d\d)T/, "$1 ")],
  ["the date does not exist", (text) => text.replace(/^\d{4}-\d\d-\d\d/, "2000-01-01")],
  ["the time does not exist", (text) => text.replace(/\d\d:\d\d:\d\d/, "00:00:00")],
  ["letters are in lower case", (text) => text.toUpperCase()],
  ["letters are in upper case", (text) => text.toLowerCase()],
  ["it begins or ends with white space", (text) => text.trim()],
  ["it has other separators", (text) => text.replace(/[^A-Za-z0-9]/g, "-")],
];

/**
 * The difference between an invalid text and a valid one, in words: `milliseconds are missing`.
 *
 * @param isValid whether a text is valid
 * @returns undefined if no usual change makes the text valid
 */
export function nearMiss(text: string, isValid: (text: string) => boolean): string | undefined {
  for (const [difference, change] of CHANGES) {
    const changed = change(text);
    if (changed !== text && isValid(changed)) return difference;
  }
  // Two differences at once are common in timestamps.
  for (const [first, change] of CHANGES) {
    for (const [second, further] of CHANGES) {
      const changed = further(change(text));
      if (first !== second && change(text) !== text && changed !== change(text) && isValid(changed))
        return `${first}, and ${second}`;
    }
  }
  return undefined;
}
