import { jsonText } from "../report/redaction/sanitize.js";
import type { Reporter } from "./reporter.js";

/** `report.json`: the whole report as data. */
export const json: Reporter = {
  id: "json",
  fileName: "report.json",
  render: (report) => `${jsonText(report, 2)}\n`,
};
