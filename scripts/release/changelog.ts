import type { Comparison } from "../diff/compare.js";

export const CHANGELOG = "CHANGELOG.md";

const UNRELEASED = /^## Unreleased[ \t]*\r?\n([\s\S]*?)(?=^## |(?![\s\S]))/m;

/** The text under `Unreleased`; undefined if the changelog has no such section. */
export function unreleased(changelog: string): string | undefined {
  return UNRELEASED.exec(changelog)?.[1]?.trim();
}

/**
 * The changelog entry of a release.
 *
 * @param notes the text that people wrote under `Unreleased`
 * @param comparison its breaking changes are added to the notes
 */
export function entryOf(version: string, date: string, notes: string, comparison: Comparison | undefined): string {
  const breaking = (comparison?.changes ?? []).filter(({ impact }) => impact === "major");
  const lines = breaking.map(
    ({ message, pointer, unstable }) => `- ${message} (\`${pointer}\`${unstable ? ", beta" : ""})`,
  );
  const parts = [`## ${version} (${date})`, notes];
  if (lines.length > 0) parts.push("Breaking in the contract:", [...new Set(lines)].join("\n"));
  return parts.join("\n\n");
}

/** The changelog with the entry in place of the unreleased text, below a new empty section. */
export function withEntry(changelog: string, entry: string): string {
  return `${changelog.replace(UNRELEASED, () => `## Unreleased\n\n${entry}\n\n`).trimEnd()}\n`;
}
