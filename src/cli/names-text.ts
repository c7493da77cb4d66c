/** All of a few names: `page, size and cuisine`. */
export function allNames(names: readonly string[]): string {
  return joined(names, "and");
}

/** Names of which one is chosen: `text, json or github`. */
export function anyName(names: readonly string[]): string {
  return joined(names, "or");
}

/** Not by `Intl.ListFormat`, whose data takes 15 milliseconds of each start. */
function joined(names: readonly string[], word: string): string {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}` : names.join();
}

/** How many names a text lists. */
const MAX_NAMES = 12;

/** Names in a sentence, and how many more there are. */
export function namesText(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(", ") + (more > 0 ? `, and ${more} more` : "");
}
