import type { Exchange } from "../request/exchange.js";
import type { About } from "./about.js";
import type { Breach } from "./breach.js";
import type { Basis } from "./kinds.js";
import type { Replay } from "./replay.js";
import type { Subject } from "./subject.js";

/** Something that is wrong with a response, or with several responses together, as a check or a suite found it. */
export interface FindingDraft extends Breach {
  /** Default: `stated`. */
  basis?: Basis;
  /** The id of the operation that is at fault (default: that of the exchange). */
  operation?: string;
  /** JSON pointer to the place of the document that states what was expected. */
  place: string;
  /**
   * All places that the finding concerns, level by level from the whole to the part. The requirements of the innermost
   * level that has any are broken. Default: the place alone.
   */
  places?: readonly (readonly string[])[];
  expected: string;
  received: string;
  /** The thing that it is about, where check and place do not say it. */
  about?: About;
  /** Whether the same request may show something else, because others change the data meanwhile. */
  isVolatile?: boolean;
  /** The requests that led to it, where the test case alone does not state them. */
  replay?: Replay;
}

/**
 * A finding, and the response that shows it. A judge compares what a driver brought about with a rule. It returns an empty
 * list if the rule holds, and sends nothing.
 */
export interface Judgment {
  finding: FindingDraft;
  /** Undefined for the last one of the test case. */
  exchange: Exchange | undefined;
}

/** A finding with the exchange that showed it, and the settings of the target file that it relies on. */
export interface RecordedFinding extends FindingDraft {
  exchange: Exchange | undefined;
  assumes: readonly string[];
  /** The names of the setting that chose its severity (default: the evidence decides). */
  setting?: readonly string[];
}

/** The id of the operation that a finding concerns. @param own that of the test case */
export function operationOf(
  { operation, exchange }: Pick<RecordedFinding, "operation" | "exchange">,
  own: string,
): string {
  return operation ?? exchange?.operation ?? own;
}

/** A finding as reports hold it: without secrets, and attributed to requirements. A warning breaks none. */
export interface Finding extends Breach {
  basis: Basis;
  /** Ids of the requirements that are broken; an empty list if the document lists none for the place. */
  requirements: readonly string[];
  /** Ids of the requirements that a warning casts doubt on (default: none). */
  doubts?: readonly string[];
  place: string;
  expected: string;
  received: string;
  /** The thing that it is about. */
  about: Subject;
  /** The id of its cause; left out until the run has ended. */
  cause?: string;
  /** Whether its cause is known, so that it does not count (default: false). */
  isKnown?: boolean;
  /** Settings of the target file that have to be right for the finding to be a fault of the server. */
  assumes: readonly string[];
  /** A command line that sends the request again. */
  reproduce: string;
  /** The names of the setting that chose its severity (default: the evidence decides). */
  setting?: readonly string[];
  /** The requests that led to it, where the test case alone does not state them. */
  replay?: Replay;
}
