import { expect, test } from "vitest";
import type { Finding } from "#verify/model/finding/finding.js";
import type { KnownCause } from "#verify/model/known.js";
import { type CaseResult, stateOf } from "#verify/model/test-case/outcome.js";
import { withCauses } from "#verify/report/cause/causes.js";
import { judgedKnown } from "#verify/report/known/known.js";
import { knownText } from "#verify/report/known/known-text.js";
import { requirementStates } from "#verify/report/requirement-states.js";
import { verdictOf } from "#verify/report/verdict.js";
import {
  failed,
  failedWithError,
  finding,
  findingAt,
  PASSED,
  requirement,
  result,
  skipped,
} from "../../reporters/sample.js";

const CAUSE = "schema #/components/schemas/Thing/properties/at";
const SEEN = "listThings › a";
const FAILED = failed(finding());

/** The entry of the cause of `FAILED`. */
function entry(given: Partial<KnownCause> = {}): KnownCause {
  return { cause: CAUSE, reason: "the old clock", operations: { listThings: [SEEN] }, ...given };
}

/** A finding about a faulty part of a request. */
function ofFault(): Finding {
  const fault = { part: "body", what: "a name that is too long" };
  return finding({
    check: "status",
    place: "body/name",
    about: { operation: "listThings", status: 200, wanted: "rejection", fault },
  });
}

interface Row {
  title: string;
  cases: CaseResult[];
  entries?: KnownCause[];
  complete?: string[];
  failOnWarning?: boolean;
  knownStrict?: boolean;
  verdict: "passed" | "failed";
  /** The state of the first cause; undefined without an entry. */
  state?: "accepted" | "expired" | "spread";
  /** The states of the entries. */
  after?: string[];
}

const OTHER = { ...finding(), about: { operation: "addThing", status: 200, fields: ["at"] } };
const WARNING = { ...finding({ basis: "inferred", requirements: [] }) };

const ROWS: Row[] = [
  {
    title: "an entry that names a rule is of the causes that break it",
    cases: [result("a", FAILED)],
    entries: [entry({ cause: "body-invalid" })],
    verdict: "passed",
    state: "accepted",
    after: ["shown"],
  },
  {
    title: "an entry that names another rule is not of a cause",
    cases: [result("a", FAILED)],
    entries: [entry({ cause: "body-unreadable" })],
    verdict: "failed",
  },
  {
    title: "a known cause does not fail the run",
    cases: [result("a", FAILED)],
    verdict: "passed",
    state: "accepted",
    after: ["shown"],
  },
  { title: "a cause without an entry fails it", cases: [result("a", FAILED)], entries: [], verdict: "failed" },
  {
    title: "a new cause beside a known one fails it",
    cases: [result("a", FAILED), result("b", failed(findingAt("name")))],
    verdict: "failed",
    state: "accepted",
  },
  {
    title: "a test case with a finding of a new cause fails, although another one is known",
    cases: [result("a", failed(finding(), findingAt("name")))],
    verdict: "failed",
    state: "accepted",
  },
  {
    title: "an entry is valid on its last day",
    cases: [result("a", FAILED)],
    entries: [entry({ expires: "2026-01-02" })],
    verdict: "passed",
    state: "accepted",
  },
  {
    title: "an expired entry fails the run again",
    cases: [result("a", FAILED)],
    entries: [entry({ expires: "2026-01-01" })],
    verdict: "failed",
    state: "expired",
    after: ["shown"],
  },
  {
    title: "a known cause covers further operations, because their data may be new",
    cases: [result("a", FAILED), result("b", failed(OTHER), { operation: "addThing" })],
    verdict: "passed",
    state: "accepted",
  },
  {
    title: "with --known-strict, a known cause that spreads to another operation fails it",
    cases: [result("a", FAILED), result("b", failed(OTHER), { operation: "addThing" })],
    knownStrict: true,
    verdict: "failed",
    state: "spread",
  },
  {
    title: "a faulty request that was not tested before is not new",
    cases: [result("a", failed(ofFault())), result("b", failed(ofFault()))],
    entries: [entry({ cause: "accepts body", untested: ["listThings › b"] })],
    verdict: "passed",
    state: "accepted",
  },
  {
    title: "a known cause that another faulty request shows fails it",
    cases: [result("a", failed(ofFault())), result("b", failed(ofFault()))],
    entries: [entry({ cause: "accepts body" })],
    verdict: "failed",
    state: "spread",
  },
  {
    title: "random requests may show a known cause by other faults",
    cases: [result("a", failed(ofFault())), result("random requests get documented responses", failed(ofFault()))],
    entries: [entry({ cause: "accepts body" })],
    verdict: "passed",
    state: "accepted",
  },
  {
    title: "an entry by another thing of the cause accepts it",
    cases: [result("a", FAILED)],
    entries: [entry({ cause: "field at of listThings 2XX" })],
    verdict: "passed",
    state: "accepted",
  },
  {
    title: "a cause that does not show any more is gone",
    cases: [result("a"), result("b")],
    verdict: "passed",
    after: ["gone"],
  },
  {
    title: "a cause is not gone if its test case was skipped",
    cases: [result("a", skipped("no writes")), result("b")],
    verdict: "passed",
    after: ["not tested"],
  },
  {
    title: "a cause is not gone in a run that has a part of the test cases of its operation",
    cases: [result("a")],
    complete: ["addThing"],
    verdict: "passed",
    after: ["not tested"],
  },
  {
    title: "a cause is not gone if random requests found it",
    cases: [result("a")],
    entries: [entry({ operations: { listThings: ["listThings › random requests get documented responses"] } })],
    verdict: "passed",
    after: ["not tested"],
  },
  {
    title: "a known warning does not count",
    cases: [result("a", PASSED, { warnings: [WARNING] })],
    failOnWarning: true,
    verdict: "passed",
    state: "accepted",
  },
  {
    title: "a new warning counts",
    cases: [result("a", PASSED, { warnings: [WARNING] })],
    entries: [],
    failOnWarning: true,
    verdict: "failed",
  },
  {
    title: "the entry of a warning does not accept a failure",
    cases: [result("a", FAILED)],
    entries: [entry({ severity: "warning" })],
    verdict: "failed",
  },
  {
    title: "an error whose cause is known does not fail the run",
    cases: [result("a", failedWithError("GET /things: no response (reset)")), result("b")],
    entries: [entry({ cause: "no response of listThings" })],
    verdict: "passed",
    state: "accepted",
  },
];

test.for(ROWS)("$title", ({ cases, entries = [entry()], complete, verdict, state, after, ...row }) => {
  const { failOnWarning = false, knownStrict = false } = row;
  const scope = { date: "2026-01-02T03:04:05Z", complete };
  const judged = judgedKnown(withCauses(cases), { known: entries, knownStrict }, scope);
  const actual = verdictOf(judged.cases, undefined, { failOnWarning });
  expect(actual.verdict).toBe(verdict);
  expect(judged.causes.find(({ known }) => known)?.known?.state).toBe(state);
  if (after) expect(judged.known?.map((one) => one.state)).toEqual(after);
});

test("test cases of known causes are counted as known, and a requirement that they break is not verified", () => {
  const cases = [result("a", FAILED), result("b", failed(findingAt("name")))];
  const judged = judgedKnown(withCauses(cases), { known: [entry()] }, { date: "2026-01-02", complete: undefined });
  expect(judged.cases.map(({ outcome }) => stateOf(outcome))).toEqual(["known", "failed"]);
  expect(verdictOf(judged.cases, undefined).counts).toMatchObject({ passed: 0, failed: 1, known: 1 });
  const [state] = requirementStates([requirement("T1", "verified")], judged.cases.slice(0, 1));
  expect(state).toMatchObject({ state: "failed", reason: "the cause is known" });
});

test("the operations and test cases of a known cause that are new are named", () => {
  const cases = [result("a", FAILED), result("b", failed(OTHER), { operation: "addThing" })];
  const { causes } = judgedKnown(withCauses(cases), { known: [entry()] }, { date: "2026-01-02", complete: undefined });
  const [as] = causes.flatMap(({ known }) => known ?? []);
  expect(as && knownText(as)).toBe("the old clock; now also in addThing");
});

test("the example of a cause that has spread is a new one", () => {
  const cases = [result("a", failed(ofFault())), result("b", failed(ofFault()))];
  const known = [entry({ cause: "accepts body" })];
  const { causes } = judgedKnown(withCauses(cases), { known }, { date: "2026-01-02", complete: undefined });
  expect(causes[0]?.example.case).toBe("listThings › b");
});

test("the marks of a part of a run do not count for the whole", () => {
  const part = judgedKnown(
    withCauses([result("a", FAILED)]),
    { known: [entry()] },
    { date: "2026-01-02", complete: [] },
  );
  const whole = judgedKnown(withCauses(part.cases), { known: [] }, { date: "2026-01-02", complete: undefined });
  expect(whole.cases.map(({ outcome }) => stateOf(outcome))).toEqual(["failed"]);
});
