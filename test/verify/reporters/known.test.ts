import { expect, test } from "vitest";
import type { KnownCause } from "#verify/model/known.js";
import { withCauses } from "#verify/report/cause/causes.js";
import { compareReports } from "#verify/report/compare.js";
import { judgedKnown } from "#verify/report/known/known.js";
import type { Report } from "#verify/report/report.js";
import { failures } from "#verify/reporters/failures.js";
import { githubAnnotations } from "#verify/reporters/github.js";
import { html } from "#verify/reporters/html.js";
import { junit } from "#verify/reporters/junit.js";
import { markdownSummary } from "#verify/reporters/markdown.js";
import { sarif } from "#verify/reporters/sarif.js";
import { terminalReport } from "#verify/reporters/terminal.js";
import { failed, finding, findingAt, PASSED, report, result } from "./sample.js";

const schema = (field: string) => `schema #/components/schemas/Thing/properties/${field}`;
const KNOWN: KnownCause[] = [
  {
    cause: schema("at"),
    reason: "the old clock",
    issue: "https://example.com/1",
    operations: { listThings: ["listThings › a"] },
  },
  { cause: schema("on"), reason: "TODO", expires: "2025-12-31", operations: { listThings: ["listThings › b"] } },
  { cause: schema("gone"), title: "`gone` is missing", reason: "", operations: { listThings: ["listThings › c"] } },
];
const CASES = [result("a", failed(finding())), result("b", failed(findingAt("on"))), result("c", PASSED)];

/** The report of a run with a known cause, an expired one, and one that is gone. */
function knownReport(given: Partial<Report> = {}): Report {
  const base = report({ cases: CASES, ...given });
  const judged = judgedKnown(withCauses(CASES), { known: KNOWN }, { date: base.date, complete: undefined });
  return { ...base, ...judged, counts: { ...base.counts, failed: 1, known: 1 } };
}

const text = terminalReport(knownReport());

test("the terminal shows known causes with their reasons, after those that count", () => {
  expect(text).toContain("1 cause\n");
  expect(text).toMatch(
    /1 known cause, accepted by 1 entry\. They do not fail the run\.\n~ GET \/things: the body at \/at [^\n]*\n {2}the old clock \(https:\/\/example\.com\/1\)\n/,
  );
  expect(text).toMatch(/1 failed, 1 known, 0 skipped/);
});

test("the terminal says that an entry has expired, and which ones are gone", () => {
  expect(text).toMatch(/known +no longer, it expired on 2025-12-31: no reason is written yet \(until 2025-12-31\)/);
  expect(text).toContain("The cause of 1 entry is gone. Remove it, or run --update-known:\n  `gone` is missing\n");
  expect(text).toContain("1 entry of known causes has no reason: write it in place of TODO.");
});

test("report.html has a section of them, and no known cause among the others", () => {
  const page = html.render(knownReport());
  const [, causes = "", known = ""] =
    /<section aria-labelledby="causes">([\s\S]*?)<\/section>[\s\S]*<section aria-labelledby="known">([\s\S]*?)<\/section>/.exec(
      page,
    ) ?? [];
  expect(causes).not.toContain("the old clock");
  expect(known).toContain("the old clock");
  expect(known).toContain("is gone");
});

test("a warning that the entry of a failure accepts is a cause of its own, and each number names what it counts", () => {
  const cases = [result("a", failed(finding()), { warnings: [finding({ basis: "inferred" })] })];
  const known = KNOWN.slice(0, 1).map((entry) => ({ ...entry, reason: "TODO" }));
  const base = report({ cases });
  const judged = judgedKnown(withCauses(cases), { known }, { date: base.date, complete: undefined });
  const causes = judged.causes.map((cause, index) => (index === 0 ? cause : { ...cause, id: "another" }));
  const both = { ...base, ...judged, causes, counts: { ...base.counts, passed: 3, failed: 0, known: 1 } };
  const printed = terminalReport(both);
  expect(printed).toContain("2 known causes, accepted by 1 entry. They do not fail the run.");
  expect(printed).toContain("1 entry of known causes has no reason");
  expect(markdownSummary(both)).toContain("<summary>~ 2 known causes, accepted by 1 entry</summary>");
  expect(markdownSummary(both)).toContain("\n| known | 1 |\n");
});

test("the summary for a pull request folds them", () => {
  const summary = markdownSummary(knownReport());
  expect(summary).toContain("**1 cause**");
  expect(summary).toMatch(/<summary>~ 1 known cause, accepted by 1 entry<\/summary><ul><li>.*the old clock/);
});

test("junit.xml has a test case of known causes as skipped, with the reason", () => {
  const xml = junit.render(knownReport());
  expect(xml).toMatch(
    /name="listThings › a"[^>]*>\s*<skipped message="known: GET \/things: the body [^"]*the old clock/,
  );
  expect(xml).toMatch(/<testsuites [^>]*tests="3" failures="1" errors="0" time="/);
});

test("report.sarif has known causes as suppressed, and others as not suppressed", () => {
  const { runs } = JSON.parse(sarif.render(knownReport()));
  expect(runs[0].results.map(({ suppressions }: { suppressions: unknown }) => suppressions)).toEqual([
    [{ kind: "external", status: "accepted", justification: "the old clock (https://example.com/1)" }],
    [],
  ]);
  expect(sarif.render(report({ cases: CASES }))).not.toContain("suppressions");
});

test("GitHub has no annotation of a known cause, and failures.yaml does not repeat it", () => {
  expect(githubAnnotations(knownReport()).join()).not.toContain("the body at /at");
  expect(githubAnnotations(knownReport()).join()).toContain("the body at /on");
  expect(failures.render(knownReport())).not.toContain("listThings › a");
});

test("a comparison with another run is in the terminal, in report.html and in the summary for a pull request", () => {
  const base = report({ cases: [result("a", failed(finding())), result("c", failed(findingAt("old")))] });
  const plain = report({ cases: CASES });
  const compared = { ...plain, comparison: compareReports(plain, base) };
  const counts = "1 new cause, 1 fixed, 1 remaining";
  expect(terminalReport(compared)).toMatch(
    /^Compared with Things 1\.2\.3 of 2026-01-02 03:04:05 UTC: 1 new cause, 1 fixed, 1 remaining\.\n {2}\+ GET \/things: the body at \/on .*\n {2}− GET \/things: the body at \/old /m,
  );
  expect(html.render(compared)).toContain(counts);
  for (const summary of [markdownSummary(compared), markdownSummary(plain, base)])
    expect(summary).toContain(`**${counts}**`);
});
