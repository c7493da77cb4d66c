import { readFile } from "node:fs/promises";
import { asObject } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";
import { readBase } from "../diff/base.js";
import { type Judgement, judge } from "../diff/judge.js";
import { compareVersions, IMPACTS, nextVersion, type Version, versionOf, versionText } from "../diff/version.js";
import { CHANGELOG, entryOf, unreleased, withEntry } from "./changelog.js";
import { git, lastRelease } from "./git.js";
import { CONTRACT, filesOfVersion } from "./versions.js";

/** A release that must not be made as things are; the message says why, and what to do. */
export class Refusal extends Error {
  override name = "Refusal";
}

/** All that a release does, before any of it is done. */
export interface Plan {
  version: string;
  tag: string;
  /** The tag of the release before; undefined if this is the first. */
  after: string | undefined;
  judgement: Judgement | undefined;
  entry: string;
  /** Each file that changes, with its new content. */
  files: Map<string, string>;
}

/**
 * Plans a release.
 *
 * @param asked `patch`, `minor`, `major` or a version; undefined for what the changes lead to
 * @param date of the changelog's entry, as `2026-01-31`
 * @throws Refusal if it must not be made as things are
 */
export async function planRelease(asked: string | undefined, date: string): Promise<Plan> {
  const dirty = await git("status", "--porcelain");
  if (dirty !== "") throw new Refusal(`These files are not committed. Commit them first:\n${dirty}`);
  const changelog = await readFile(CHANGELOG, "utf8");
  const written = unreleased(changelog);
  if (!written) {
    throw new Refusal(`${CHANGELOG} has nothing under \`## Unreleased\`. Write there what changes for the users.`);
  }
  const after = await lastRelease();
  const contract = await loadDocument(CONTRACT);
  const judgement = after === undefined ? undefined : await judge(await readBase(after), contract);
  const current = versionOf(asObject(contract.info).version, "`info.version` of the contract");
  const version = versionText(chosen(asked, current, judgement));
  const tag = `v${version}`;
  if ((await git("tag", "--list", tag)) !== "") {
    throw new Refusal(`The tag ${tag} is there already. Choose a higher version.`);
  }
  const entry = entryOf(version, date, written, judgement);
  const files = await filesOfVersion(version);
  files.set(CHANGELOG, withEntry(changelog, entry));
  for (const [file, content] of files) {
    if ((await readFile(file, "utf8").catch(() => undefined)) === content) files.delete(file);
  }
  return { version, tag, after, judgement, entry, files };
}

/**
 * The version to release: what was asked for, or the contract's if it is ahead of the last release already, or else the
 * one that the changes lead to. Changes of the tools alone are a patch unless told otherwise.
 */
function chosen(asked: string | undefined, current: Version, judgement: Judgement | undefined): Version {
  const last = judgement?.versions.base;
  const needed = judgement
    ? highest(judgement.versions.needed, nextVersion(judgement.versions.base, "patch"))
    : current;
  const step = IMPACTS.find((impact) => impact === asked && impact !== "none");
  if (step && !last) throw new Refusal(`Nothing was released yet, so there is no ${step} step. Name a version.`);
  // A step that was asked for is taken as it is named: `major` is how 0.x becomes 1.0.0.
  const stepped =
    step && last && (step === "major" ? { major: last.major + 1, minor: 0, patch: 0 } : nextVersion(last, step));
  const version = stepped ?? (asked === undefined ? highest(needed, current) : versionOf(asked, "The version"));
  if (compareVersions(version, needed) < 0) {
    throw new Refusal(`${versionText(version)} is too low: the changes lead to ${versionText(needed)}.`);
  }
  if (compareVersions(version, current) < 0) {
    throw new Refusal(`${versionText(version)} is lower than the contract's ${versionText(current)}.`);
  }
  return version;
}

function highest(a: Version, b: Version): Version {
  return compareVersions(a, b) > 0 ? a : b;
}
