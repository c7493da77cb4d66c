import { readFile } from "node:fs/promises";

/** The file to which verification writes its HTML report. */
export const REPORT = "reports/report.html";

const NONE = `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>No verification report yet</title>
<p>No verification report yet. Run <code>npm run verify</code> to write one.</p>
</html>
`;

/** The last verification report. If there is none, a page that says how to write it. */
export function lastReport(): Promise<string> {
  return readFile(REPORT, "utf8").catch(() => NONE);
}
