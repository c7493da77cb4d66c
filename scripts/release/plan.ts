import { readFile } from "node:fs/promises";
import semver from "semver";
import { CONTRACT } from "#cli/installation.js";
import { UserError } from "#cli/user-error.js";
import { asObject } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { readBase } from "../diff/base.js";
import { type Comparison, compare } from "../diff/compare.js";
import { unacceptedBreak } from "../diff/print/print.js";
import { IMPACTS, nextVersion, stepped, versionOf } from "../diff/version.js";
import { CHANGELOG, entryOf, suggestedNotes, unreleased, withEntry } from "./changelog.js";
import { git, lastRelease } from "./git.js";
import { filesOfVersion } from "./versions.js";

/** A release that must not be made in the present state. The message gives the reason and the remedy. */
export class ReleaseBlocked extends UserError {
  override name = "ReleaseBlocked";
}

/** Everything that a release will do. */
export interface Plan {
  version: string;
  tag: string;
  /** The tag of the previous release; undefined for the first release. */
  after: string | undefined;
  entry: string;
  /** The new content of each file that changes. */
  files: Map<string, string>;
  /** Files that must be committed first, as `git status` lists them; empty for none. */
  uncommitted: string;
}

/**
 * Plans a release. Changes nothing.
 *
 * @param requested `patch`, `minor`, `major` or a version; undefined for the version that the changes need
 * @param date of the changelog entry, as `2026-01-31`
 * @param isAccepted whether a version before 1.0 may break stable operations
 * @throws ReleaseBlocked if the release must not be made in the present state
 */
export async function planRelease(requested: string | undefined, date: string, isAccepted = false): Promise<Plan> {
  const uncommitted = await git("status", "--porcelain");
  const changelog = await readFile(CHANGELOG, "utf8");
  const after = await lastRelease();
  const contract = await loadDocument(CONTRACT);
  const comparison = after === undefined ? undefined : await compare(await readBase(after), contract);
  const written = unreleased(changelog);
  // The changes of the contract describe themselves.
  const notes = written === "" ? suggestedNotes(comparison) : written;
  if (!notes) {
    const problem = `${CHANGELOG} has nothing under \`## Unreleased\`. Describe the changes for users there.`;
    const isUnchanged = written !== undefined && after !== undefined;
    throw new ReleaseBlocked(isUnchanged ? `${problem}\nThe contract is unchanged since ${after}.` : problem);
  }
  const current = versionOf(asObject(contract.info).version, "`info.version` of the contract");
  const version = chosenVersion(requested, current, comparison);
  const unaccepted = comparison && !isAccepted ? unacceptedBreak(comparison, version) : undefined;
  if (unaccepted !== undefined) throw new ReleaseBlocked(unaccepted);
  const tag = `v${version}`;
  if ((await git("tag", "--list", tag)) !== "") {
    throw new ReleaseBlocked(`The tag ${tag} exists already. Choose a higher version.`);
  }
  const entry = entryOf(version, date, notes, comparison);
  const files = await filesOfVersion(version);
  files.set(CHANGELOG, withEntry(changelog, entry));
  return { version, tag, after, entry, files, uncommitted };
}

/**
 * The version to release: the requested one; or the contract's, if it is ahead of the last release; or the one that the
 * changes need. If the contract is unchanged, a patch is enough.
 */
function chosenVersion(requested: string | undefined, current: string, comparison: Comparison | undefined): string {
  // The base is a tag of this repository, whose contract has always had a semantic version.
  const versions = comparison?.versions;
  const last = versions?.base;
  const needed = versions ? highest(versions.needed, nextVersion(versions.base, "patch")) : current;
  const version = requested === undefined ? highest(needed, current) : requestedVersion(requested, last);
  if (semver.lt(version, needed)) {
    throw new ReleaseBlocked(`${version} is too low. The changes need ${needed}.`);
  }
  if (semver.lt(version, current)) {
    throw new ReleaseBlocked(`${version} is lower than the contract's ${current}.`);
  }
  return version;
}

/** A requested step is literal: `major` leads from 0.x to 1.0.0. */
function requestedVersion(requested: string, last: string | undefined): string {
  const step = IMPACTS.find((impact) => impact === requested);
  if (!step || step === "none") return versionOf(requested, "The version");
  if (!last) throw new ReleaseBlocked(`There is no release yet, so \`${step}\` has no base. Name a version.`);
  return stepped(last, step);
}

function highest(a: string, b: string): string {
  return semver.gt(a, b) ? a : b;
}
