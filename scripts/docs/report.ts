import { readFile } from "node:fs/promises";

/** Where verification leaves its report for people. */
export const REPORT = "reports/report.html";

const NONE = `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>No verification report yet</title>
<p>No verification report yet. <code>npm run verify</code> makes one.</p>
</html>
`;

/** The last verification report; without one, a page that says how to make it, so that the link to it always leads somewhere. */
export function lastReport(): Promise<string> {
  return readFile(REPORT, "utf8").catch(() => NONE);
}
