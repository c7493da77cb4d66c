import type { Report } from "../report/report.js";
import { opening } from "./html/opening.js";
import { page } from "./html/page.js";
import { allCases } from "./html/sections/all-cases.js";
import { byOperation } from "./html/sections/by-operation.js";
import { leftovers, undocumentedFields } from "./html/sections/extras.js";
import { failures } from "./html/sections/failures.js";
import { requirements } from "./html/sections/requirements.js";
import { skipped } from "./html/sections/skipped.js";
import { summary } from "./html/sections/summary.js";
import { unspecified } from "./html/sections/unspecified.js";
import type { Reporter } from "./reporter.js";

/** `report.html`: one page for people, without scripts and without network access. */
export const html: Reporter = { id: "html", fileName: "report.html", render };

/** A section without content is left out. */
const SECTIONS = [
  summary,
  requirements,
  byOperation,
  failures,
  unspecified,
  skipped,
  undocumentedFields,
  leftovers,
  allCases,
];

function render(report: Report): string {
  const sections = SECTIONS.flatMap((section) => section(report) ?? []);
  return page(opening(report), sections);
}
