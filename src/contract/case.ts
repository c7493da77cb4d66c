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

/** What came back. */
export interface Exchange {
  request: SentRequest;
  status: number;
  headers: Headers;
  /** The body as text. */
  body: string;
  /** The body was longer than is read; `body` is its beginning. */
  truncated: boolean;
  /** From sending to the end of the body, in milliseconds. */
  duration: number;
}

/** A request as it went out, without its key. */
export interface SentRequest {
  method: string;
  url: string;
  headers: [string, string][];
  body: string | undefined;
  /** The headers that carried the key, their value left out: `Authorization: Bearer $TEAM_API_KEY`. */
  keyHeaders: [string, string][];
}
