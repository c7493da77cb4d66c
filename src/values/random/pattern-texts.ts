import { oncePer } from "#openapi/document/once-per.js";
import { characterPattern, type PatternNode, readPattern } from "#openapi/patterns/pattern-syntax.js";
import { between, type Randomness } from "./randomness.js";

/** The longest text that is made of a pattern. */
const MAX_LENGTH = 20_000;

/** How a text is made. */
interface Writing {
  randomness: Randomness;
  /** How many characters may still be added to the shortest text. */
  spare: number;
  /** Whether repetitions take as many of these as they can. */
  isGreedy: boolean;
  /** The texts of the groups so far, by number and by name. */
  groups: Map<string, string>;
}

/**
 * A text of the language of a pattern, without its assertions (ECMA-262, 22.2). It has to be tested with the pattern.
 *
 * @param length the wanted number of characters; the text is shorter or longer where the pattern leaves no choice
 * @param isGreedy whether the text comes as close to the length as it can, in place of any length up to it
 */
export function textLikePattern(pattern: string, length: number, isGreedy: boolean, randomness: Randomness): string {
  const node = nodeOf(pattern);
  const spare = Math.max(0, Math.min(length, MAX_LENGTH) - shortest(node));
  return write(node, { randomness, spare, isGreedy, groups: new Map() });
}

const nodes = new Map<string, PatternNode>();

function nodeOf(pattern: string): PatternNode {
  const node = nodes.get(pattern) ?? readPattern(pattern);
  nodes.set(pattern, node);
  return node;
}

/** The number of characters of the shortest text. */
export function shortestLength(pattern: string): number {
  return shortest(nodeOf(pattern));
}

const shortest = oncePer((node: PatternNode): number => {
  if (node.kind === "character") return 1;
  if (node.kind === "reference" || node.kind === "assertion" || node.kind === "lookaround") return 0;
  if (node.kind === "group") return shortest(node.node);
  if (node.kind === "repeat") return node.min === 0 ? 0 : node.min * shortest(node.node);
  const lengths = node.nodes.map((child) => shortest(child));
  return node.kind === "choice" ? Math.min(...lengths) : lengths.reduce((sum, length) => sum + length, 0);
});

function write(node: PatternNode, writing: Writing): string {
  const { randomness, groups } = writing;
  switch (node.kind) {
    case "character": {
      const characters = charactersOf(node.source);
      return characters[between(randomness, 0, characters.length - 1)] ?? "";
    }
    case "sequence":
      return node.nodes.map((child) => write(child, writing)).join("");
    case "choice":
      return writeChoice(node.nodes, writing);
    case "repeat":
      return writeRepeated(node, writing);
    case "reference":
      return groups.get(node.to) ?? "";
    // The text may violate them, so it has to be tested.
    case "assertion":
    case "lookaround":
      return "";
    case "group": {
      const text = write(node.node, writing);
      groups.set(String(node.number), text);
      if (node.name !== undefined) groups.set(node.name, text);
      return text;
    }
  }
}

function writeChoice(choices: readonly PatternNode[], writing: Writing): string {
  const base = Math.min(...choices.map((choice) => shortest(choice)));
  const affordable = choices.filter((choice) => shortest(choice) - base <= writing.spare);
  const chosen = affordable[between(writing.randomness, 0, affordable.length - 1)];
  if (!chosen) return "";
  writing.spare -= shortest(chosen) - base;
  return write(chosen, writing);
}

function writeRepeated({ node, min, max }: PatternNode & { kind: "repeat" }, writing: Writing): string {
  const step = Math.max(1, shortest(node));
  const most = Math.min(max - min, Math.floor(writing.spare / step), MAX_LENGTH);
  const extra = writing.isGreedy ? most : between(writing.randomness, 0, most);
  writing.spare -= extra * shortest(node);
  let text = "";
  for (let count = min + extra; count > 0 && text.length <= MAX_LENGTH; count -= 1) text += write(node, writing);
  return text;
}

/** Printable ASCII, letters first, then characters of other scripts, and white space. */
const COMMON = [
  ..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  ..."-_.!\"#$%&'()*+,/:;<=>?@[\\]^`{|}~ ",
];
const RARE = [..."éßñøäΩжאक漢かカ한€–😀", "\t", "\n", "\r"];

const alphabets = new Map<string, readonly string[]>();

/** The characters that an atom matches: common ones, if it matches any of them. */
function charactersOf(source: string): readonly string[] {
  const alphabet = alphabets.get(source);
  if (alphabet) return alphabet;
  const pattern = characterPattern(source);
  const matching = (candidates: readonly string[]) => candidates.filter((candidate) => pattern.test(candidate));
  let characters = matching(COMMON);
  // A dot or a negated class matches nearly everything; letters and digits read best.
  const plain = characters.filter((text) => /[a-z\d]/i.test(text));
  if (characters.length > 70) characters = plain;
  if (characters.length === 0) characters = matching(RARE);
  for (let code = 0; characters.length === 0 && code < 0x11000; code += 256) {
    characters = matching(Array.from({ length: 256 }, (_, index) => String.fromCodePoint(code + index)));
  }
  alphabets.set(source, characters);
  return characters;
}
