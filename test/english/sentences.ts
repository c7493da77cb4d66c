/** Names of code and addresses count as one word, and citations of standards as none. */
const ONE_WORD = [
  [/`[^`]*`/g, "code"],
  [/\{@link [^}]*\}/g, "link"],
  [/\[([^\]]*)\]\([^)]*\)/g, "$1"],
  [/\((?:[^()]*; )?(?:RFC|OpenAPI|OWASP|WCAG|ECMA|JSON Schema|AsyncAPI|WHATWG|HTML|Unicode|WAI-ARIA)\b[^()]*\)/g, ""],
] as const;

/** Where a sentence ends: at its mark, at an empty line, at a tag of JSDoc, and before an item of a list. */
const END = /\n\s*\n|\n(?=@)|\n(?=\s*(?:[-*]|\d+\.) )|(?<!e\.g|i\.e|etc|vs)[.!?]["”)]*(?=\s|$)/;

/** The sentences of a text, without Markdown's marks, each with single spaces. */
export function sentencesOf(text: string): string[] {
  const plain = ONE_WORD.reduce((shown, [from, to]) => shown.replace(from, to), text);
  return plain
    .split(END)
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence !== "");
}

/** The beginning of a sentence: a capital letter, or a name that is marked as one. */
export const BEGINNING = /^(?:[A-Z]|`)/;

/** The number of words of a sentence. A sign is not a word, nor is the tag of JSDoc with its name. */
export function wordsOf(sentence: string): number {
  const said = sentence.replace(/^@(?:param|throws|typeParam|template) \S+|^@\w+/, "");
  return said.split(" ").filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The texts of a Markdown page: paragraphs, items and cells, without code. */
export function proseOf(page: string): string[] {
  const text = page.replace(/^( *)```.*?^\1```$/gms, "").replace(/^\|[-| ]+\|$/gm, "");
  return text
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) |\|)/)
    .flatMap((part) => (part.startsWith("|") ? part.split(/(?<!\\)\|/) : [part]));
}
