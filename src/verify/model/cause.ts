import type { Finding } from "./finding/finding.js";
import type { Basis, CheckId } from "./finding/kinds.js";
import type { Severity } from "./finding/severity.js";
import type { KnownAs } from "./known.js";
import type { CaseResult } from "./test-case/outcome.js";

/** One fault of a server, and all that a run saw of it. */
export interface Cause {
  /** The first of its things, which most of its findings share. Another run may have another one of them first. */
  id: string;
  /** The things that its findings are about: places of the contract, and behaviors. A run may see a part of them. */
  things: readonly string[];
  severity: Severity;
  check: CheckId | "no-response" | "error";
  /** The ids of the rules that its findings break; an empty list for errors. */
  rules: readonly string[];
  basis: Basis;
  /** A sentence about the server, without a full stop. */
  title: string;
  /** The same without values of a response, for files that are committed; left out if the title has none. */
  titleWithoutValues?: string;
  /** Ids of the requirements that it breaks. */
  requirements: readonly string[];
  /** Ids of the operations that show it. */
  operations: readonly string[];
  /** The names of the test cases that show it. */
  cases: readonly string[];
  /** The names of further test cases that fail because of it. */
  consequences: readonly string[];
  /** The finding that is the simplest to reproduce. */
  example: CauseExample;
  /** The entry of the file of known findings that is about it; left out without one. */
  known?: KnownAs;
}

/** Whether a cause is known, and does not count against the server. */
export function isAccepted({ known }: Pick<Cause, "known">): boolean {
  return known?.state === "accepted";
}

/** A finding of a cause, or the error of a test case: then it has no expectation. */
export interface CauseExample
  extends Pick<CaseResult, "method" | "path">,
    Partial<Pick<Finding, "place" | "expected" | "received" | "assumes">> {
  /** The line of the place in the file of the document, from 1; left out if it is not known. */
  line?: number;
  /** The name of the test case. */
  case: string;
  message: string;
  /** The message of the server in its response. */
  says?: string | undefined;
  /** A command line that sends the request again. */
  reproduce: string | undefined;
  /** The stack of a defect of the test case. */
  stack?: string | undefined;
}
