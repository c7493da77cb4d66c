import { sarifLog } from "../../src/verify/reporters/sarif-log.js";
import type { LintReport } from "./problem.js";

/** The SARIF log (2.1.0) of the problems of a document. */
export function sarifOf({ version, problems }: LintReport): string {
  const results = problems.map((problem) => ({
    ...problem,
    pointer: problem.pointer ?? "",
    level: problem.severity === "error" ? ("error" as const) : ("warning" as const),
  }));
  return sarifLog({ name: "redocly lint", version }, results);
}
