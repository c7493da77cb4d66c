import type { Report } from "#verify/report/report.js";
import { FILE_REPORTERS } from "#verify/reporters/registry.js";

/** The content of each file of a report, also of those that are written in pieces; empty for one that is not written. */
export function renderedReports(report: Report): string[] {
  return FILE_REPORTERS.map(({ render }) => Array.from(render(report) ?? "").join(""));
}
