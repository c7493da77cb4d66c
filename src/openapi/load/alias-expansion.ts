/**
 * How many parts the aliases of a YAML file may stand for. Readers of a document visit each part as often as it occurs. A list
 * of ten aliases, ten levels deep, is ten billion parts.
 */
const MAX_ALIASED_PARTS = 200_000;

/** Why a file is refused: a sentence without its article. */
export function aliasProblem(line: number | undefined): string {
  const place = line === undefined ? "" : ` (line ${line})`;
  return `aliases stand for more than ${MAX_ALIASED_PARTS.toLocaleString("en")} parts${place}`;
}

/** A list or an object on the way through the parts of a file. */
interface Step {
  node: object;
  names: string[];
  pending: [name: string, member: object][];
  /** The parts of the node, each as often as it occurs. */
  size: number;
}

/**
 * Finds a part of a parsed YAML file that has very many parts through aliases. Takes linear time: an alias is the same object as
 * the part that it stands for.
 *
 * @returns the names that lead to the innermost such part; undefined if there is none
 */
export function findAliasExpansion(content: unknown): string[] | undefined {
  if (!isNested(content)) return undefined;
  const sizes = new Map<object, number>();
  const way = [step(content, [])];
  // Nodes on the way have one part, so that an alias that contains itself ends.
  sizes.set(content, 1);
  let own = 1;
  for (let here = way.at(-1); here; here = way.at(-1)) {
    const next = here.pending.pop();
    if (next === undefined) {
      way.pop();
      sizes.set(here.node, here.size);
      // A large file without aliases has many parts, too.
      if (here.size - own > MAX_ALIASED_PARTS) return here.names;
      const around = way.at(-1);
      if (around) around.size += here.size;
      continue;
    }
    const [name, member] = next;
    const known = sizes.get(member);
    if (known !== undefined) here.size += known;
    else {
      own += 1;
      sizes.set(member, 1);
      way.push(step(member, [...here.names, name]));
    }
  }
  return undefined;
}

function step(node: object, names: string[]): Step {
  const pending = Object.entries(node).flatMap(([name, member]): [string, object][] =>
    isNested(member) ? [[name, member]] : [],
  );
  return { node, names, pending: pending.reverse(), size: 1 };
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
