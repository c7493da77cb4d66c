import { allCases } from "./html/all-cases.js";
import { leftovers, undocumentedFields } from "./html/aside.js";
import { byOperation } from "./html/by-operation.js";
import { failures } from "./html/failures.js";
import { glance } from "./html/glance.js";
import { notVerified } from "./html/not-verified.js";
import { opening } from "./html/opening.js";
import { page } from "./html/page.js";
import { promises } from "./html/promises.js";
import { silence } from "./html/silence.js";
import type { Report } from "./report.js";

/**
 * A run as one HTML page for people: it needs no script and no network, and the same report gives the same bytes.
 * What there is nothing to tell about is left out.
 */
export function htmlReport(report: Report): string {
  const sections = [
    glance,
    promises,
    byOperation,
    failures,
    silence,
    notVerified,
    undocumentedFields,
    leftovers,
    allCases,
  ];
  return page(
    opening(report),
    sections.flatMap((section) => section(report) ?? []),
  );
}
