import type { OpenApiDocument } from "../openapi/document.js";
import type { Kind } from "./case.js";
import type { Finding } from "./finding.js";
import type { Shard } from "./select.js";
import type { Summary } from "./summary.js";
import type { Target } from "./target.js";

/** What a run works on; it is handed to Vitest's workers as it is. */
export interface Verification {
  document: OpenApiDocument;
  target: Target;
  /** Texts that pick cases; all cases if there are none. */
  only: readonly string[];
  shard: Shard | undefined;
}

/** How a case ended. */
export type Outcome =
  | { verdict: "holds"; statuses: number[]; duration: number }
  | { verdict: "broken"; statuses: number[]; duration: number; findings: Finding[] }
  | { verdict: "not verified"; reason: string; statuses: number[] }
  | { verdict: "no answer"; reason: string; repeat: string };

/** What a case leaves behind for the reports. */
export interface CaseReport {
  name: string;
  kind: Kind;
  operation: string;
  method: string;
  path: string;
  /** The parameter that was in question, if one was. */
  parameter: string | undefined;
  /** Ids of the promises that it proves, if it holds. */
  proves: readonly string[];
  outcome: Outcome;
}

declare module "vitest" {
  interface ProvidedContext {
    verification: Verification;
  }
}

declare module "@vitest/runner" {
  interface TaskMeta {
    report?: CaseReport;
    summary?: Summary;
  }
}
