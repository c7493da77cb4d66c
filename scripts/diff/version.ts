/** How much a change asks of those who use the contract, the least first. */
export const IMPACTS = ["none", "patch", "minor", "major"] as const;
export type Impact = (typeof IMPACTS)[number];

/** A version as Semantic Versioning 2.0.0 has it, without pre-release and build. */
export interface Version {
  major: number;
  minor: number;
  patch: number;
}

/** @throws Error if the text is no version of three numbers */
export function versionOf(text: unknown, where: string): Version {
  const numbers = typeof text === "string" ? /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(text) : null;
  if (!numbers) throw new Error(`${where} is ${JSON.stringify(text)}. Give it three numbers, such as 0.2.0.`);
  const [, major, minor, patch] = numbers.map(Number);
  return { major: major ?? 0, minor: minor ?? 0, patch: patch ?? 0 };
}

/** `0.2.0`. */
export function versionText({ major, minor, patch }: Version): string {
  return `${major}.${minor}.${patch}`;
}

/** Negative if `a` is lower than `b`, positive if it is higher. */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

/**
 * The version that a change leads to. While the major version is 0, a minor one may break (Semantic Versioning 2.0.0, 4,
 * and what `^0.2.0` means to npm): the step to 1.0.0 is a decision, and no change makes it.
 */
export function nextVersion(version: Version, impact: Impact): Version {
  const { major, minor, patch } = version;
  if (impact === "none") return version;
  if (impact === "patch") return { major, minor, patch: patch + 1 };
  if (impact === "minor" || major === 0) return { major, minor: minor + 1, patch: 0 };
  return { major: major + 1, minor: 0, patch: 0 };
}

/** The greatest of several; none of none. */
export function greatest(impacts: Impact[]): Impact {
  return impacts.reduce<Impact>((most, each) => (IMPACTS.indexOf(each) > IMPACTS.indexOf(most) ? each : most), "none");
}
