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
 * @param comparison its changes are added to the notes, the breaking ones first, unless the notes have them
 */
export function entryOf(version: string, date: string, notes: string, comparison: Comparison | undefined): string {
  const changes = comparison?.changes ?? [];
  const written = notes.split("\n");
  const section = (heading: string, isPart: (change: Change) => boolean) => {
    const lines = linesOf(changes.filter(isPart)).filter((line) => !written.includes(line));
    return lines.length > 0 ? [heading, lines.join("\n")] : [];
  };
  return [
    `## ${version} (${date})`,
    notes,
    ...section("Breaking in the contract:", ({ impact }) => impact === "major"),
    ...section("Other changes of the contract:", ({ impact }) => impact !== "major"),
  ].join("\n\n");
}

/** The changelog with the entry in place of the unreleased text, below a new empty section. */
export function withEntry(changelog: string, entry: string): string {
  return `${changelog.replace(UNRELEASED, () => `## Unreleased\n\n${entry}\n\n`).trimEnd()}\n`;
}
