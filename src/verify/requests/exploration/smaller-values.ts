import type { Json } from "#openapi/document/document.js";

/** Into how many pieces a text is cut at most, to leave out one after the other. */
const MOST_PIECES = 8;

/** Values that are simpler than one, the simplest first: shorter texts and lists, and numbers nearer to zero. */
export function smallerValues(value: Json): Json[] {
  if (typeof value === "number") return smallerNumbers(value);
  if (Array.isArray(value)) return piecesOf(value);
  if (typeof value !== "string") return [];
  const characters = [...value];
  const plain = "a".repeat(characters.length);
  const shorter = piecesOf(characters).map((piece) => piece.join(""));
  return plain === value ? shorter : [plain, ...shorter];
}

function smallerNumbers(value: number): number[] {
  const near = value - Math.sign(value);
  const candidates = [
    0,
    1,
    -1,
    Math.trunc(value),
    ...[2, 4, 8, 16].map((part) => Math.trunc(value - value / part)),
    near,
  ];
  return [...new Set(candidates)].filter((candidate) => Math.abs(candidate) < Math.abs(value));
}

/** A list without one of its pieces: of its halves first, then of ever smaller pieces. */
function piecesOf<Item>(items: readonly Item[]): Item[][] {
  const found: Item[][] = [];
  for (let count = 2; count <= MOST_PIECES && count / 2 < items.length; count *= 2) {
    const size = Math.ceil(items.length / count);
    for (let at = 0; at < items.length; at += size) found.push([...items.slice(0, at), ...items.slice(at + size)]);
  }
  return found;
}
