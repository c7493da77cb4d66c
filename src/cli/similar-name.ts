/** How many single-character edits lead from one name to another (Levenshtein). Case, hyphens and underscores are ignored. */
function editDistance(left: string, right: string): number {
  const [from, to] = [plain(left), plain(right)];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, character] of [...from].entries()) {
    const current = [row + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (character === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

/** The known name that a name is most likely meant to be: at most two edits away, and one of a short name. */
export function similarName(name: string, known: readonly string[]): string | undefined {
  const [closest] = known
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .filter(({ candidate, distance }) => distance <= (plain(candidate).length > 5 ? 2 : 1))
    .toSorted((a, b) => a.distance - b.distance);
  return closest?.candidate;
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
