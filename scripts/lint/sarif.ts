import { sarifLog } from "../../src/verify/reporters/sarif-log.js";
import { lintReport } from "./problems.js";

/**
 * The SARIF log of the output of `redocly lint --format=json`.
 *
 * @returns undefined if the text is not such an output
 */
export function sarifOf(output: string): string | undefined {
  const report = lintReport(output);
  return report && sarifLog({ name: "redocly lint", version: report.version }, report.problems);
}
