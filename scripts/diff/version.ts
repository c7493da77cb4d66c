import semver from "semver";
import { UserError } from "#cli/user-error.js";

/** How much a change affects users of the contract, the smallest first. */
export const IMPACTS = ["none", "patch", "minor", "major"] as const;
export type Impact = (typeof IMPACTS)[number];

/** The version of the base, of the revision, and the lowest one that the changes between them lead to. */
export interface Versions {
  base: string;
  revision: string;
  needed: string;
}

/** True for a version such as `0.2.0` (Semantic Versioning 2.0.0), without pre-release and build. */
export function isVersion(value: unknown): value is string {
  const version = typeof value === "string" ? semver.parse(value) : null;
  return version !== null && version.prerelease.length === 0 && version.version === value;
}

/**
 * A version such as `0.2.0` (Semantic Versioning 2.0.0), without pre-release and build.
 *
 * @param where the place of the version, for the message
 * @throws UserError if the value is not such a version
 */
export function versionOf(value: unknown, where: string): string {
  if (isVersion(value)) return value;
  throw new UserError(`${where} is ${JSON.stringify(value)}. Give it three numbers, such as 0.2.0.`);
}

/**
 * The lowest version that a change may have. Before 1.0.0, breaking changes take a minor version (Semantic Versioning
 * 2.0.0, section 4; npm reads `^0.2.0` in this way). No change leads to 1.0.0: that step is a decision.
 */
export function nextVersion(version: string, impact: Impact): string {
  if (impact === "none") return version;
  return stepped(version, impact === "major" && semver.major(version) === 0 ? "minor" : impact);
}

/** The version after a step: `major` leads from 0.2.1 to 1.0.0. */
export function stepped(version: string, step: Exclude<Impact, "none">): string {
  return semver.inc(version, step) ?? version;
}

/** The greatest impact; `none` for an empty list. */
export function greatest(impacts: Impact[]): Impact {
  return impacts.reduce<Impact>(
    (most, impact) => (IMPACTS.indexOf(impact) > IMPACTS.indexOf(most) ? impact : most),
    "none",
  );
}
