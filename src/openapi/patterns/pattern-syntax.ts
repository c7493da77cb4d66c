/** A part of a regular expression (ECMA-262, 22.2.1), as far as it says which texts match. */
export type PatternNode =
  /** One character, as the source of a class, an escape, a dot or a letter. */
  | { kind: "character"; source: string }
  | { kind: "sequence"; nodes: PatternNode[] }
  | { kind: "choice"; nodes: PatternNode[] }
  /** A capturing group, to which references by number or name repeat. */
  | { kind: "group"; node: PatternNode; number: number; name: string | undefined }
  | { kind: "reference"; to: string }
  /** `^`, `$`, `\b` or `\B`. */
  | { kind: "assertion"; source: string }
  /** A text that has to follow, or must not (precede: `isBehind`). */
  | { kind: "lookaround"; node: PatternNode; isBehind: boolean }
  | { kind: "repeat"; node: PatternNode; min: number; max: number };

/** The source of a pattern, how far it was read, and how many capturing groups were opened. */
interface Reader {
  source: string;
  at: number;
  groups: number;
}

/** Reads a pattern that is known to be a valid regular expression. */
export function readPattern(source: string): PatternNode {
  return readChoice({ source, at: 0, groups: 0 });
}

function readChoice(reader: Reader): PatternNode {
  const nodes = [readSequence(reader)];
  while (reader.source[reader.at] === "|") {
    reader.at += 1;
    nodes.push(readSequence(reader));
  }
  return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: "choice", nodes };
}

function readSequence(reader: Reader): PatternNode {
  const nodes: PatternNode[] = [];
  while (reader.at < reader.source.length && !"|)".includes(reader.source[reader.at] ?? "")) {
    nodes.push(readRepeated(reader));
  }
  return { kind: "sequence", nodes };
}

const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;

function readRepeated(reader: Reader): PatternNode {
  const node = readAtom(reader);
  const quantifier = take(reader, QUANTIFIER);
  if (!quantifier) return node;
  const [, sign, least = "0", comma, most] = quantifier;
  if (sign !== undefined) {
    return { kind: "repeat", node, min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Number.POSITIVE_INFINITY };
  }
  const min = Number(least);
  return { kind: "repeat", node, min, max: most ? Number(most) : comma ? Number.POSITIVE_INFINITY : min };
}

const ASSERTION = /[$^]|\\[bB]/y;
const LOOKAROUND = /\(\?<?[=!]/y;
const GROUP = /\((?:\?<([^>]+)>|\?[a-z-]*:)?/y;
const REFERENCE = /\\(?:([1-9]\d*)|k<([^>]+)>)/y;
const CLASS = /\[(?:\\.|[^\\\]])*\]/sy;
const ESCAPE = /\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|p\{[^}]*\}|.)/isy;
const ANY = /./suy;

function readAtom(reader: Reader): PatternNode {
  const assertion = take(reader, ASSERTION);
  if (assertion) return { kind: "assertion", source: assertion[0] };
  const lookaround = take(reader, LOOKAROUND);
  if (lookaround) {
    const node = readGroup(reader);
    return { kind: "lookaround", node, isBehind: lookaround[0].startsWith("(?<") };
  }
  const group = take(reader, GROUP);
  if (group) {
    const isCapturing = group[0] === "(" || group[1] !== undefined;
    if (isCapturing) reader.groups += 1;
    const number = reader.groups;
    const node = readGroup(reader);
    return isCapturing ? { kind: "group", node, number, name: group[1] } : node;
  }
  const reference = take(reader, REFERENCE);
  if (reference) return { kind: "reference", to: reference[1] ?? reference[2] ?? "" };
  const [source = ""] = take(reader, CLASS) ?? take(reader, ESCAPE) ?? take(reader, ANY) ?? [];
  if (source === "") reader.at += 1;
  return { kind: "character", source };
}

/** The content of a group, and its end. */
function readGroup(reader: Reader): PatternNode {
  const node = readChoice(reader);
  reader.at += 1;
  return node;
}

function take(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.at;
  const token = pattern.exec(reader.source);
  if (token) reader.at += token[0].length;
  return token;
}

/** A regular expression that matches a text of one character if the atom of a pattern does. */
export function characterPattern(source: string, flags?: string): RegExp {
  if (flags !== undefined) return new RegExp(`^(?:${source})$`, flags);
  try {
    return characterPattern(source, "u");
  } catch {
    return characterPattern(source, "");
  }
}
