import type { Reporter } from "./reporter.js";

/** `report.json`: the whole report as data. */
export const json: Reporter = {
  id: "json",
  fileName: "report.json",
  render: (report) => `${JSON.stringify(report, null, 2)}\n`,
};
