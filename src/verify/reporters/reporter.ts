import type { Report } from "../report/report.js";

/** Writes a report as a file of one format. */
export interface Reporter<Content extends string | Iterable<string> | undefined = string> {
  /** The stable name of the format. */
  readonly id: string;
  /** The file's name in the folder of reports. */
  readonly fileName: string;
  /** The content of the file, whole or in pieces, the same bytes for the same report. Undefined if there is nothing to write. */
  render(report: Report): Content;
}
