import type { OpenApiDocument } from "../openapi/document.js";
import type { Target } from "./case.js";
import type { Finding } from "./finding.js";

/** What a run works on; it is handed to Vitest's workers as it is. */
export interface Verification {
  document: OpenApiDocument;
  target: Target;
}

/** How a case ended. */
export type Outcome =
  | { verdict: "holds"; status: number; duration: number }
  | { verdict: "broken"; status: number; duration: number; findings: Finding[] }
  | { verdict: "not verified"; reason: string; status?: number }
  | { verdict: "no answer"; reason: string };

/** What a case's test leaves behind for the reports. */
export interface CaseReport {
  name: string;
  kind: string;
  operation: string;
  method: string;
  path: string;
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
  }
}
