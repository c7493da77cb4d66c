import type { Judgement } from "../diff/judge.js";

export const CHANGELOG = "CHANGELOG.md";

const UNRELEASED = /^## Unreleased[ \t]*\r?\n([\s\S]*?)(?=^## |(?![\s\S]))/m;

/** What stands under `Unreleased`; undefined where the changelog has no such section. */
export function unreleased(changelog: string): string | undefined {
  return UNRELEASED.exec(changelog)?.[1]?.trim();
}

/** The entry of a release: what people wrote, and what the contract breaks, which nobody should have to look for. */
export function entryOf(version: string, date: string, written: string, judgement: Judgement | undefined): string {
  const breaking = (judgement?.changes ?? []).filter(({ impact }) => impact === "major");
  const lines = breaking.map(
    ({ message, pointer, unstable }) => `- ${message} (\`${pointer}\`${unstable ? ", beta" : ""})`,
  );
  const parts = [`## ${version} (${date})`, written];
  if (lines.length > 0) parts.push("Breaking in the contract:", [...new Set(lines)].join("\n"));
  return parts.join("\n\n");
}

/** The changelog with the entry in place of what was unreleased, and an empty section for what comes. */
export function withEntry(changelog: string, entry: string): string {
  return `${changelog.replace(UNRELEASED, () => `## Unreleased\n\n${entry}\n\n`).trimEnd()}\n`;
}
