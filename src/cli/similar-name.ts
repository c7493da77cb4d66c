/**
 * How many single-character edits lead from one name to another; two exchanged neighbors are one edit (optimal string alignment).
 * Case, hyphens and underscores are ignored.
 */
function editDistance(left: string, right: string): number {
  const [from, to] = [plain(left), plain(right)];
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isExchanged = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const edits = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (isSame ? 0 : 1)];
      if (row > 1 && column > 1 && isExchanged) edits.push(at(row - 2, column - 2) + 1);
      current.push(Math.min(...edits));
    }
  }
  return at(from.length, to.length);
}

/**
 * The known name that a name is most likely meant to be. At most three edits apart, and fewer if either is short. Otherwise the only one
 * that begins with it: `bool` for `boolean`.
 */
export function similarName(name: string, known: readonly string[]): string | undefined {
  const most = (candidate: string) => Math.min(mostEdits(name), mostEdits(candidate));
  const [closest] = known
    // Each edit changes the length by one at most.
    .filter((candidate) => Math.abs(plain(candidate).length - plain(name).length) <= most(candidate))
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .filter(({ candidate, distance }) => distance <= most(candidate))
    .toSorted((a, b) => a.distance - b.distance);
  return closest?.candidate ?? onlyOneWithBeginning(name, known);
}

/** The fewest letters of a beginning that says something. */
const BEGINNING = 3;

function onlyOneWithBeginning(name: string, known: readonly string[]): string | undefined {
  const longer = known.filter((candidate) => plain(candidate).startsWith(plain(name)));
  return plain(name).length >= BEGINNING && longer.length === 1 ? longer[0] : undefined;
}

function mostEdits(name: string): number {
  const { length } = plain(name);
  return length > 8 ? 3 : length > 5 ? 2 : 1;
}

/** The end of a message about an unknown name: the name that was meant, or all that are known. */
export function suggestion(name: string, known: readonly string[]): string {
  const similar = similarName(name, known);
  if (similar !== undefined) return `Did you mean \`${similar}\`?`;
  return known.length > 0 ? `Use one of ${known.join(", ")}.` : "There are none.";
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}
