/**
 * How many parts the aliases of a YAML file may stand for. Readers of a document visit each part as often as it occurs. A list
 * of ten aliases, ten levels deep, is ten billion parts.
 */
const MAX_ALIASED_PARTS = 200_000;

/**
 * How many characters a file may have beyond those of its text. One long text and many aliases of it are few parts, and no
 * program can write them out.
 */
const MAX_ALIASED_CHARACTERS = 10_000_000;

/**
 * A part that is too large through aliases. It has the names that lead to the innermost one, and what it has too many of.
 */
export interface AliasExpansion {
  names: string[];
  tooMany: string;
}

/** Why a file is refused: a sentence without its article. */
export function aliasProblem({ tooMany }: AliasExpansion, line: number | undefined): string {
  const place = line === undefined ? "" : ` (line ${line})`;
  return `aliases stand for more than ${tooMany}${place}`;
}

/** The parts of a list or an object, each as often as it occurs, and their characters. */
interface Size {
  parts: number;
  characters: number;
}

/** A list or an object on the way through the parts of a file. */
interface Step {
  node: object;
  names: string[];
  pending: [name: string, member: object][];
  size: Size;
}

/**
 * Finds a part of a parsed YAML file that is very large through aliases. Takes linear time: an alias is the same object as
 * the part that it stands for.
 *
 * @param length the characters of the text, which has more of them than its parts have without aliases
 * @returns undefined if there is none
 */
export function findAliasExpansion(content: unknown, length: number): AliasExpansion | undefined {
  if (!isNested(content)) return undefined;
  const sizes = new Map<object, Size>();
  const way = [step(content, [])];
  let own = 0;
  for (let here = way.at(-1); here; here = way.at(-1)) {
    const { node, names, pending, size } = here;
    if (!sizes.has(node)) {
      own += size.parts;
      // Nodes on the way count without their members, so that an alias that contains itself ends.
      sizes.set(node, { parts: 1, characters: 0 });
    }
    const next = pending.pop();
    if (next === undefined) {
      way.pop();
      sizes.set(node, size);
      const tooMany = excess(size, own, length);
      if (tooMany) return { names, tooMany };
      add(way.at(-1)?.size, size);
      continue;
    }
    const [name, member] = next;
    const known = sizes.get(member);
    if (known) add(size, known);
    else way.push(step(member, [...names, name]));
  }
  return undefined;
}

/** A large file without aliases has many parts, too. */
function excess({ parts, characters }: Size, own: number, length: number): string | undefined {
  if (parts - own > MAX_ALIASED_PARTS) return `${MAX_ALIASED_PARTS.toLocaleString("en")} parts`;
  if (characters - length > MAX_ALIASED_CHARACTERS) return `${MAX_ALIASED_CHARACTERS.toLocaleString("en")} characters`;
  return undefined;
}

function add(sum: Size | undefined, { parts, characters }: Size): void {
  if (!sum) return;
  sum.parts += parts;
  sum.characters += characters;
}

function step(node: object, names: string[]): Step {
  const pending: [string, object][] = [];
  const size = { parts: 1, characters: 0 };
  const isList = Array.isArray(node);
  for (const [name, member] of Object.entries(node)) {
    if (isNested(member)) pending.push([name, member]);
    else size.parts += 1;
    if (!isList) size.characters += name.length;
    if (typeof member === "string") size.characters += member.length;
  }
  return { node, names, pending: pending.reverse(), size };
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
