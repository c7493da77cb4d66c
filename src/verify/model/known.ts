import type { Severity } from "./finding/severity.js";

/** A cause that a team accepts for now: an entry of a file of known findings. */
export interface KnownCause {
  /**
   * The id of the cause, of which another run may see another thing first. Or the id of a rule, for all causes that break it
   * alone.
   */
  cause: string;
  /** A sentence about the server, for people (default: the cause). */
  title?: string;
  /** Why it is accepted. */
  reason: string;
  /** The address of the issue that a fix belongs to. */
  issue?: string;
  /** The last day on which it is accepted: `2026-12-31`. */
  expires?: string;
  /** The most that it may be (default: failure). */
  severity?: Severity;
  /**
   * The operations that show it, each with the names of test cases that saw it. One is enough, but of a faulty part of a
   * request, all that send it count.
   */
  operations: Readonly<Record<string, readonly string[]>>;
  /**
   * The names of test cases of these operations that lacked data when the cause was accepted. They could not see it. They
   * are not new when they do.
   */
  untested?: readonly string[];
}

/** The entry that accepts a cause of a run, as far as it does. */
export interface KnownAs extends Pick<KnownCause, "reason" | "issue" | "expires"> {
  /** `spread`: it also shows in a test case of a listed operation that is not listed. Then, and when it has expired, it counts as a new cause. */
  state: "accepted" | "expired" | "spread";
  /** The names of those test cases, and with `--known-strict` the ids of further operations; left out without them. */
  spreadTo?: readonly string[];
  /**
   * The ids of further operations that show it, and the names of test cases that were not tested before. These do not count.
   */
  alsoIn?: readonly string[];
}

/**
 * An entry after a run. `gone`: the test cases that saw it ran, and it did not show. `not tested`: the run cannot say, because
 * it did not have them all.
 */
export interface KnownEntry extends KnownCause {
  state: "shown" | "gone" | "not tested";
}

/** The beginning of a reason that a person has not written yet. */
export const NO_REASON = "TODO";

/** Whether a person has written why a cause is accepted. */
export function hasReason({ reason }: Pick<KnownCause, "reason">): boolean {
  return reason.trim() !== "" && !reason.trimStart().startsWith(NO_REASON);
}

/** Whether two entries are of the same cause. */
export function isSameEntry(one: KnownCause, other: KnownCause): boolean {
  return one.cause === other.cause && (one.severity ?? "failure") === (other.severity ?? "failure");
}

/** Whether an entry is of a cause, by one of its things or by its only rule. That of a warning does not accept a failure. */
export function isEntryOf(
  { cause, severity: most = "failure" }: KnownCause,
  { things, rules, severity }: { things: readonly string[]; rules: readonly string[]; severity: Severity },
): boolean {
  const isNamed = things.includes(cause) || (rules.length === 1 && rules[0] === cause);
  return isNamed && (severity === "warning" || most === "failure");
}
