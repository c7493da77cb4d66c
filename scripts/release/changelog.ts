import type { Change } from "../diff/change.js";
import type { Comparison } from "../diff/compare.js";

export const CHANGELOG = "CHANGELOG.md";

const UNRELEASED = /^## Unreleased[ \t]*\r?\n([\s\S]*?)(?=^## |(?![\s\S]))/m;

/** The text under `Unreleased`; undefined if the changelog has no such section. */
export function unreleased(changelog: string): string | undefined {
  return UNRELEASED.exec(changelog)?.[1]?.trim();
}

/** The changes of the contract as text for `Unreleased`, the breaking ones first; empty if there are none. */
export function suggestedNotes(comparison: Comparison | undefined): string {
  const changes = comparison?.changes ?? [];
  const isBreaking = ({ impact }: Change) => impact === "major";
  return linesOf([...changes.filter(isBreaking), ...changes.filter((change) => !isBreaking(change))]).join("\n");
}

/** One line for each change, without repetitions. */
function linesOf(changes: readonly Change[]): string[] {
  const lines = changes.map(({ message, pointer, affects, unstable }) => {
    const users = affects === "importers" ? ", in code that imports generated/" : "";
    return `- ${message} (\`${pointer}\`${users}${unstable ? ", beta" : ""})`;
  });
  return [...new Set(lines)];
}

/**
 * The changelog entry of a release.
 *
 * @param notes the text that people wrote under `Unreleased`
 * @param comparison its breaking changes are added to the notes, unless these have them
 */
export function entryOf(version: string, date: string, notes: string, comparison: Comparison | undefined): string {
  const breaking = (comparison?.changes ?? []).filter(({ impact }) => impact === "major");
  const lines = linesOf(breaking).filter((line) => !notes.split("\n").includes(line));
  const parts = [`## ${version} (${date})`, notes];
  if (lines.length > 0) parts.push("Breaking in the contract:", lines.join("\n"));
  return parts.join("\n\n");
}

/** The changelog with the entry in place of the unreleased text, below a new empty section. */
export function withEntry(changelog: string, entry: string): string {
  return `${changelog.replace(UNRELEASED, () => `## Unreleased\n\n${entry}\n\n`).trimEnd()}\n`;
}
