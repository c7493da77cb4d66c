/** Small numbers in usual orders, from which combinations of any length are cut. */
const NUMBERS: readonly (readonly number[])[] = [
  // The sides of a right triangle.
  [3, 4, 5, 7],
  [10, 7, 4, 2],
  [10, 3, 7, 2],
  [1, 10, 100, 1000],
  [100, 7, 10, 3],
  [1, 1, 1, 1],
  [0, 0, 0, 0],
  [-7, -3, -2, -1],
];

/** The orders of three numbers that the rows above lack. */
const ORDERS: readonly (readonly number[])[] = [
  [1, 3, 2],
  [2, 1, 3],
  [2, 3, 1],
];

/** Numbers that a function of one number may tell apart: zero, one, primes, squares, powers of ten, and large ones. */
const ALONE = [1, 2, 3, 7, 10, 0, -1, 4, 9, 15, 100, 1000, -100, 2 ** 31 - 1];

/**
 * Small and usual numbers for the parameters of a function that calculates. They are ordered, equal, or one of them is zero
 * or negative. The usual ones come first.
 *
 * @param count how many numbers each combination has
 */
export function numberCombinations(count: number): number[][] {
  if (count <= 1) return count === 1 ? ALONE.map((number) => [number]) : [];
  const usual = NUMBERS.map((row) => cycled(row, count));
  const [ascending = []] = usual;
  const positions = ascending.map((_, position) => position);
  const changed = (number: number) => positions.map((position) => ascending.with(position, number));
  const equal = positions.flatMap((first) =>
    positions.slice(first + 1).map((second) => ascending.with(second, ascending[first] ?? 0)),
  );
  const orders = ORDERS.map((row) => cycled(row, count));
  return distinct([...usual, ...changed(0), ...changed(-7), ...equal, ...orders]);
}

/** Texts that a function of one text may tell apart: palindromes, numbers, capitals, names of files, and a long one. */
const TEXTS_ALONE = [
  ...["report", "level", "noon", "Level", "a", "Z", "42", "-7", "3.5", "ABC", "Report", "two words", "a1-b"],
  ...["notes.txt", "picture.png", "notes.old.pdf", ".hidden", "end.", "2024-02-29", "long ".repeat(12).trim()],
];

/** Texts in relation to each other, from which combinations of any length are cut. */
const TEXTS: readonly (readonly string[])[] = [
  ["abc", "bcd", "cde", "def"],
  ["level", "level"],
  ["def", "cde", "bcd", "abc"],
  ["note", "notebook"],
  ["book", "notebook"],
  ["Level", "level"],
  ["house", "mouse"],
  ["a", "report"],
  ["report", "a"],
  ["42", "7"],
];

/**
 * Usual texts for the parameters of a function. A single one is a palindrome, a number or the name of a file. Several are
 * equal, ordered, or one is a part of another.
 *
 * @param count how many texts each combination has
 */
export function textCombinations(count: number): string[][] {
  if (count <= 1) return count === 1 ? TEXTS_ALONE.map((text) => [text]) : [];
  return TEXTS.map((row) => cycled(row, count));
}

function cycled<Value>(row: readonly Value[], count: number): Value[] {
  return Array.from({ length: count }, (_, index) => row[index % row.length]).filter((value) => value !== undefined);
}

function distinct(rows: readonly number[][]): number[][] {
  return [...new Map(rows.map((row) => [row.join(), row])).values()];
}
