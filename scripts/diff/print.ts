import semver from "semver";
import type { Change } from "./change.js";
import type { Comparison } from "./compare.js";

/**
 * The comparison as text.
 *
 * @param base the base revision as the user named it
 */
export function printed({ title, changes, impact, versions }: Comparison, base: string): string {
  const breaking = changes.filter((change) => change.impact === "major");
  const sections = [
    section(
      "Breaking",
      breaking.filter(({ unstable }) => !unstable),
    ),
    section(
      "Breaking, but only beta operations, which a minor version may break",
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
  const heading = `${title} ${versions.base} (${base}) → ${versions.revision}`;
  return [heading, ...sections.filter((text) => text !== ""), conclusion(impact, versions)].join("\n\n");
}

function conclusion(impact: Comparison["impact"], { base, needed }: Comparison["versions"]): string {
  if (impact === "none") return `The contract is unchanged. The version stays ${needed}.`;
  if (impact !== "major" || semver.major(base) > 0) return `This leads to ${needed}, a ${impact} version.`;
  return `This leads to ${needed}, a minor version: before 1.0, minor versions may break.`;
}

/**
 * Problems with the versions: the contract's version must not be lower than its changes need, and package.json must have
 * the same version. A higher version than needed is allowed.
 *
 * @returns a message for each problem, with its remedy
 */
export function versionProblems({ versions }: Comparison, packageVersion: string): string[] {
  const { needed, revision } = versions;
  const remedy = (version: string) =>
    `Set \`info.version\` of the contract and \`version\` of package.json to ${version}: npm run diff -- BASE --bump`;
  if (semver.lt(revision, needed)) {
    return [`The version is ${revision}. It must be ${needed} or higher. ${remedy(needed)}`];
  }
  if (packageVersion !== revision) {
    return [
      `The contract has version ${revision}, and package.json ${packageVersion}. They must be equal. ${remedy(revision)}`,
    ];
  }
  return [];
}

function section(title: string, changes: Change[]): string {
  if (changes.length === 0) return "";
  const lines = changes.map(({ message, pointer, affects }) => {
    return `  ${affects === "importers" ? "code that imports generated/: " : ""}${message}\n      ${pointer}`;
  });
  return [`${title}:`, ...lines].join("\n");
}
