import type { Change } from "./change.js";
import type { Judgement } from "./judge.js";
import { compareVersions, versionText } from "./version.js";

/** What was found, as people read it. */
export function printed({ title, changes, impact, versions }: Judgement, named: string): string {
  const breaking = changes.filter((change) => change.impact === "major");
  const sections = [
    section(
      "Breaking",
      breaking.filter(({ unstable }) => !unstable),
    ),
    section(
      "Breaking, but only what is beta, which a minor version may break",
      breaking.filter(({ unstable }) => unstable),
    ),
    section(
      "Added",
      changes.filter((change) => change.impact === "minor"),
    ),
    section(
      "Other",
      changes.filter((change) => change.impact === "patch"),
    ),
  ];
  const found = sections.filter((text) => text !== "");
  const needed = versionText(versions.needed);
  const needs =
    impact === "none" ? `The contract is the same, and keeps ${needed}.` : `This leads to ${needed}${why()}.`;
  return [
    `${title} ${versionText(versions.base)} (${named}) → ${versionText(versions.revision)}`,
    ...found,
    needs,
  ].join("\n\n");

  function why(): string {
    if (impact !== "major" || versions.base.major > 0) return `, a ${impact} version`;
    return ", a minor version: while the major version is 0, these may break";
  }
}

/**
 * What is wrong with the versions: the contract's against what its changes lead to, and the package's against the
 * contract's, which are one number. A higher version than needed is the owner's choice.
 *
 * @returns a sentence for each fault, with its remedy
 */
export function versionFaults({ versions }: Judgement, packageVersion: string): string[] {
  const [needed, given] = [versionText(versions.needed), versionText(versions.revision)];
  const remedy = (version: string) =>
    `Set \`info.version\` of the contract and \`version\` of package.json to ${version}: npm run diff -- BASE --bump does.`;
  if (compareVersions(versions.revision, versions.needed) < 0) {
    return [`The version is ${given}, and has to be ${needed} or higher. ${remedy(needed)}`];
  }
  if (packageVersion !== given) {
    return [`The contract is ${given}, and package.json ${packageVersion}: they are one number. ${remedy(given)}`];
  }
  return [];
}

function section(title: string, changes: Change[]): string {
  if (changes.length === 0) return "";
  const lines = changes.map(({ message, pointer, of }) => {
    return `  ${of === "importers" ? "code that imports generated/: " : ""}${message}\n      ${pointer}`;
  });
  return [`${title}:`, ...lines].join("\n");
}
