import semver from "semver";
import { groupBy } from "#verify/model/group-by.js";
import type { Change } from "../change.js";
import type { Comparison } from "../compare.js";
import { isVersion, type Versions } from "../version.js";

/**
 * The comparison as text.
 *
 * @param base the base revision as the user named it
 */
export function printed({ title, changes, impact, stated, versions }: Comparison, base: string): string {
  const sections = sectionsOf(changes).map(({ heading, changes: own }) =>
    [`${heading}:`, ...own.flatMap(linesOf)].join("\n"),
  );
  const heading = `${title} ${stated.base} (${base}) → ${stated.revision}`;
  return [heading, ...sections, conclusion(impact, versions)].join("\n\n");
}

/** The changes by their impact, the greatest first, without empty groups. */
export function sectionsOf(changes: readonly Change[]): { heading: string; changes: Change[] }[] {
  const group = (heading: string, isShown: (change: Change) => boolean) => ({
    heading,
    changes: changes.filter(isShown),
  });
  return [
    group("Breaking", ({ impact, unstable }) => impact === "major" && !unstable),
    group(
      "Breaking, but only beta operations, which a minor version may break",
      ({ impact, unstable }) => impact === "major" && unstable,
    ),
    group("Added", ({ impact }) => impact === "minor"),
    group("Other", ({ impact }) => impact === "patch"),
  ].filter(({ changes: own }) => own.length > 0);
}

function linesOf(change: Change): string[] {
  const { message, pointer, affects, code } = change;
  return [
    `  ${affects === "importers" ? "code that imports generated/: " : ""}${message}`,
    ...[usesText(change), valuesText(change), code, affectedText(change), pointer].flatMap((text) =>
      text === undefined || text === "" ? [] : [`      ${text}`],
    ),
  ];
}

/** The operations of a change, each with its directions: `listThings (response)`. */
export function usesText({ uses }: Change): string {
  return [...groupBy(uses, ({ operation }) => operation)]
    .map(([operation, own]) => {
      const directions = own.flatMap(({ direction }) => direction ?? []);
      return directions.length === 0 ? operation : `${operation} (${directions.join(", ")})`;
    })
    .join(", ");
}

/** The old and the new value; undefined if the change has neither. */
export function valuesText({ old, new: now }: Change): string | undefined {
  return old === undefined && now === undefined ? undefined : `${old ?? "nothing"} → ${now ?? "nothing"}`;
}

/** The people who have to act; undefined for changes that do not break clients. */
export function affectedText({ impact, affects, uses }: Change): string | undefined {
  if (impact !== "major") return undefined;
  if (affects === "importers") return "affects: code that imports the generated types and client";
  const directions = new Set(uses.flatMap(({ direction }) => direction ?? []));
  if (directions.size !== 1) return "affects: every client";
  return directions.has("request") ? "affects: clients that send it" : "affects: clients that read it";
}

/** The version that the changes lead to, in a sentence. */
export function conclusion(impact: Comparison["impact"], versions: Versions | undefined): string {
  const unchanged = "The contract is unchanged.";
  if (!versions) return impact === "none" ? unchanged : `This is a ${impact} change.`;
  const { base, needed } = versions;
  if (impact === "none") return `${unchanged} The version stays ${needed}.`;
  if (impact !== "major" || semver.major(base) > 0) return `This leads to ${needed}, a ${impact} version.`;
  return `This leads to ${needed}, a minor version: before 1.0, minor versions may break.`;
}

/**
 * Problems with the versions: the document's version must not be lower than its changes need, and package.json must have
 * the same version. A higher version than needed is allowed. If a version is not semantic, breaking changes are a problem.
 *
 * @param own the version of package.json, and the base as it was named; undefined for a document that does not belong to it
 * @returns a message for each problem, with its remedy
 */
export function versionProblems(
  comparison: Comparison,
  own: { packageVersion: string; base: string } | undefined,
): string[] {
  const { impact, stated, versions } = comparison;
  if (!versions) {
    if (impact === "none") return [];
    const form = `The versions ${stated.base} and ${stated.revision} are not both three numbers, such as 0.2.0`;
    return impact === "major" ? [`${form}, so no version allows the breaking changes.`] : [];
  }
  const { needed, revision } = versions;
  if (semver.lt(revision, needed)) {
    // The command would be refused without it.
    const option = unacceptedBreak(comparison, needed) === undefined ? "" : " --accept-breaking";
    return [
      `The version is ${revision}. It must be ${needed} or higher. ${remedy(needed, own?.base)}${own ? option : ""}`,
    ];
  }
  if (own && own.packageVersion !== revision) {
    return [
      `The contract has version ${revision}, and package.json ${own.packageVersion}. They must be equal. ${remedy(revision, own.base)}`,
    ];
  }
  return [];
}

/**
 * Why a break has to be accepted first: before 1.0, a minor version may break, so that the version alone shows no decision.
 *
 * @param version of the new revision
 * @returns undefined if nothing breaks that is stable, or if a major version says it
 */
export function unacceptedBreak(
  { changes, versions }: Comparison,
  version = versions?.revision ?? "",
): string | undefined {
  const breaking = changes.filter(({ impact, unstable }) => impact === "major" && !unstable);
  if (breaking.length === 0 || !versions || semver.major(versions.base) > 0) return undefined;
  if (semver.major(version) > 0) return undefined;
  const count = breaking.length === 1 ? "A change breaks" : `${breaking.length} changes break`;
  return `${count} clients. Before 1.0, a minor version may do that. If it is intended, add --accept-breaking.`;
}

/** @param base undefined for a document without a package.json */
function remedy(version: string, base: string | undefined): string {
  if (base === undefined) return `Set \`info.version\` to ${version}.`;
  return `Set \`info.version\` of the contract and \`version\` of package.json to ${version}: npm run diff -- ${base} --bump`;
}

/** The versions that are not semantic, in a sentence; undefined if both are. */
export function versionNote({ stated, versions }: Comparison): string | undefined {
  if (versions) return undefined;
  const names = [...new Set([stated.base, stated.revision])].filter((version) => !isVersion(version));
  const named = names.map((version) => JSON.stringify(version)).join(" and ");
  return `\`info.version\` is ${named}. Without three numbers, such as 0.2.0 (Semantic Versioning), the version is not compared with the changes.`;
}
