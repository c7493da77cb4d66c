import type { Report } from "../report/report.js";
import { opening } from "./html/opening.js";
import { page } from "./html/page.js";
import { causes, known, warnings } from "./html/sections/causes.js";
import { comparison } from "./html/sections/comparison.js";
import { coverage } from "./html/sections/coverage.js";
import { excluded, leftovers, undocumentedFields, unsafeRequests } from "./html/sections/extras.js";
import { skipped } from "./html/sections/skipped.js";
import { allCases } from "./html/sections/test-cases.js";
import { unspecified } from "./html/sections/unspecified.js";
import type { Reporter } from "./reporter.js";

/** `report.html`: one page for people, without network access. Its only script copies command lines. */
export const html: Reporter = { id: "html", fileName: "report.html", render };

/** In the order in which a reader needs them. A section without content is left out. */
const SECTIONS = [
  causes,
  warnings,
  known,
  comparison,
  coverage,
  skipped,
  excluded,
  unspecified,
  undocumentedFields,
  unsafeRequests,
  leftovers,
  allCases,
];

function render(report: Report): string {
  const sections = SECTIONS.flatMap((section) => section(report) ?? []);
  return page(opening(report), sections);
}
