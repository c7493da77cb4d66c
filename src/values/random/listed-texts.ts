/** Words after which a description lists the values of a field. */
const BEFORE_LIST =
  "(?:one of|either|(?:allowed|possible|valid|supported|available) (?:values?|options?)|values?|can be|must be|should be|expected)";
const SEPARATED = String.raw`\s*(?:,|;|\||/|or|and)+\s*`;

/** Quoted texts after such a word. */
const QUOTED = String.raw`["'\x60“]([^"'\x60”\n]{1,40})["'\x60”]`;
const OF_QUOTED = new RegExp(String.raw`\b${BEFORE_LIST}\b[^"'\x60“.]{0,30}(${QUOTED}(?:${SEPARATED}${QUOTED})+)`, "i");

/** A list of quoted words in parentheses needs no word before it: "File type ('file', 'directory')", "(e.g. “A”, “MX”)". */
const QUOTED_WORD = String.raw`["'\x60“‘]([\w.-]{1,30})["'\x60”’]`;
const IN_PARENTHESES = new RegExp(
  String.raw`\((?:(?:e\.?g\.?|i\.?e\.?|for example|such as|one of)[:,]?\s*)?(${QUOTED_WORD}(?:${SEPARATED}${QUOTED_WORD})+)(?:${SEPARATED}(?:etc\b\.?|\.{3}|…)|\s*(?:\.{3}|…))?\s*\)`,
  "i",
);

/** Words without quotes, after a colon or a bracket. */
const BETWEEN_WORDS = String.raw`\s*(?:,|\||/|\bor\b)+\s*`;

/** Names of programs in parentheses, as programs write them: "A type of number (homePhone, workPhone)". */
const NAME = "(?:[a-z]+[A-Z]\\w*|[A-Z]+(?:_[A-Z\\d]+)+|[a-z]+(?:_[a-z\\d]+)+)";
const OF_NAMES = new RegExp(String.raw`\((${NAME}(?:${BETWEEN_WORDS}${NAME})+)\)`);
const OF_WORDS = new RegExp(
  String.raw`\b${BEFORE_LIST}\b(?:\s+(?:are|is|include))?\s*[:([]\s*([\w.-]+(?:${BETWEEN_WORDS}[\w.-]+)+)`,
  "i",
);

/** Words without quotes after "one of". A comma or a bar separates the first two: "must be one of open, closed". */
const OF_PLAIN_WORDS = new RegExp(
  String.raw`\bone of\s+((?:[\w.-]+|\*)\s*[,|/](?:${BETWEEN_WORDS})?\s*[\w.-]+(?:${BETWEEN_WORDS}[\w.-]+)*)`,
  "i",
);

/** Words after what a filter selects by: "Filter by status: open, closed". */
const WORD = String.raw`["'\x60]?[\w.-]+["'\x60]?`;
const OF_FILTER = new RegExp(
  String.raw`\bfilter(?:s|ed)?\s+(?:\w+\s+)?by\s+[\w ]{1,30}?\s*[:(]\s*(${WORD}(?:${BETWEEN_WORDS}${WORD})+)`,
  "i",
);

/** Words between bars alone: "pending | paid | overdue". */
const OF_BARS = /^\s*([\w.-]+(?:\s*\|\s*[\w.-]+)+)\s*\.?\s*$/;

/**
 * The values that a description lists: `open` and `closed` of "One of `open`, `closed`". An empty list if it lists none.
 */
export function listedTexts(description: string): readonly string[] {
  for (const [list, one] of [
    [OF_QUOTED, QUOTED],
    [IN_PARENTHESES, QUOTED_WORD],
  ] as const) {
    const quoted = list.exec(description)?.[1];
    if (quoted !== undefined) return [...quoted.matchAll(new RegExp(one, "g"))].flatMap(([, text]) => text ?? []);
  }
  const words = [OF_WORDS, OF_PLAIN_WORDS, OF_FILTER, OF_BARS, OF_NAMES]
    .map((form) => form.exec(description)?.[1])
    .find((list) => list);
  return words === undefined
    ? []
    : words.split(new RegExp(BETWEEN_WORDS)).map((word) => word.replaceAll(/["'`]|\.$/g, ""));
}
