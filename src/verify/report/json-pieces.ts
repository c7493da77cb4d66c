import { isObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";

/** Characters of a piece, at least. */
const PIECE = 65_536;

/** The levels of a report below which a part is one text: members, their lists, and the items of these. */
const DEPTH = 3;

/**
 * JSON of a value with an indent of two spaces, as `jsonText`, in pieces. The text of a large report and its copies would
 * take hundreds of megabytes.
 *
 * @param value has no undefined items in lists
 */
export function* jsonPieces(value: object): Generator<string> {
  let piece = "";
  for (const part of partsOf(value, "", DEPTH)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

function* partsOf(value: unknown, indent: string, depth: number): Generator<string> {
  const isList = Array.isArray(value);
  if (depth === 0 || !(isList || isObject(value))) {
    // No text of JSON has a line break.
    yield jsonText(value, 2).replaceAll("\n", `\n${indent}`);
    return;
  }
  const members = isList ? value.map((item) => ["", item] as const) : membersOf(value);
  const [open, close] = isList ? "[]" : "{}";
  if (members.length === 0) {
    yield `${open}${close}`;
    return;
  }
  const inside = `${indent}  `;
  let before = `${open}\n`;
  for (const [name, member] of members) {
    yield `${before}${inside}${name}`;
    yield* partsOf(member, inside, depth - 1);
    before = ",\n";
  }
  yield `\n${indent}${close}`;
}

/** The members that JSON writes, each with its name as it is written. */
function membersOf(value: object): (readonly [name: string, member: unknown])[] {
  return Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [[`${jsonText(name)}: `, member] as const],
  );
}
