import type { Operation } from "../openapi/operation.js";
import type { CaseRun } from "./case-run.js";

/** The kinds of cases: one a file in cases/, and the rules. */
export const KINDS = ["example", "refused", "credentials", "unknown", "method", "paging", "sequence", "rule"] as const;
export type Kind = (typeof KINDS)[number];

/** One thing that is proved of a target, by one request or several. */
export interface Case {
  /** `operation › what holds`: the name of its test, unique. */
  name: string;
  kind: Kind;
  operation: Operation;
  /** Ids of the promises that it proves, if it holds. */
  proves: readonly string[];
  /** Whether it sends anything but safe methods. */
  writes: boolean;
  /** The parameter, if one is in question. */
  parameter?: string;
  /**
   * Sends, and tells the run what it finds.
   *
   * @throws NotVerified if the target does not have or allow what it takes; NoAnswer
   */
  run(run: CaseRun): Promise<void>;
}

/** A case cannot be proved here, and why. */
export class NotVerified extends Error {
  override name = "NotVerified";
}

/** Why a case was not verified, or not even begun, where a run was broken off. */
export const BROKEN_OFF = "the run was broken off";

/** A key was refused where it is good: keys may have levels (U7), and teams may lack what an operation takes. */
export function lackOfAccess(whose: string, status: number): NotVerified {
  return new NotVerified(`${whose} was refused with ${status}: it may lack access to this operation`);
}
