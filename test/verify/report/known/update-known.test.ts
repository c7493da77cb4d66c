import { expect, test } from "vitest";
import type { KnownCause } from "#verify/model/known.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import { withCauses } from "#verify/report/cause/causes.js";
import { updatedEntries } from "#verify/report/known/update-known.js";
import { failed, finding, findingAt, PASSED, result, skipped } from "../../reporters/sample.js";

const AT = "schema #/components/schemas/Thing/properties/at";
const NAME = "schema #/components/schemas/Thing/properties/name";
const WRITTEN = { reason: "the old clock", issue: "https://example.com/1", expires: "2026-12-31", title: "by hand" };

function updated(
  entries: KnownCause[],
  cases: CaseResult[],
  given: { complete?: string[]; failOnWarning?: boolean } = {},
) {
  const { complete, failOnWarning = false } = given;
  return updatedEntries(entries, withCauses(cases), { complete, failOnWarning });
}

const known = (given: Partial<KnownCause> = {}): KnownCause => {
  return { cause: AT, ...WRITTEN, operations: { listThings: ["listThings › a"] }, ...given };
};

/** A finding of another operation with the same cause. */
const added = { ...finding(), about: { operation: "addThing", status: 200, fields: ["at"] } };

test("a new cause has an entry without a reason, and no value of a response", () => {
  expect(updated([], [result("b", failed(finding())), result("a", failed(finding()))])).toEqual([
    {
      cause: AT,
      title: expect.not.stringContaining("yesterday"),
      reason: expect.stringMatching(/^TODO/),
      operations: { listThings: ["listThings › a"] },
    },
  ]);
});

test("new entries are in the order of their ids, between those that are there", () => {
  const cases = [result("a", failed(findingAt("name"), findingAt("color"), finding()))];
  const ids = updated([known()], cases).map(({ cause }) => cause);
  expect(ids).toEqual([AT, "schema #/components/schemas/Thing/properties/color", NAME]);
});

test("the entry of a cause that still shows keeps all that people wrote", () => {
  expect(updated([known()], [result("a", failed(finding()))])).toEqual([known()]);
});

test("an entry that is gone is removed", () => {
  expect(updated([known()], [result("a")])).toEqual([]);
});

test("an entry whose test case was skipped stays", () => {
  expect(updated([known()], [result("a", skipped("no key")), result("b")])).toEqual([known()]);
});

test("a part of a run removes only entries of operations that it has as a whole", () => {
  const other = known({ cause: NAME, operations: { addThing: ["addThing › a"] } });
  expect(updated([known(), other], [result("a")], { complete: ["listThings"] })).toEqual([other]);
});

test("an entry is extended to the operations that its cause spread to, and shortened by those that do not show it", () => {
  const cases = [result("a"), result("b", failed(added), { operation: "addThing" })];
  expect(updated([known()], cases)).toEqual([known({ operations: { addThing: ["addThing › b"] } })]);
});

test("warnings have entries if they fail the run", () => {
  const cases = [result("a", PASSED, { warnings: [finding({ basis: "inferred", requirements: [] })] })];
  expect(updated([], cases)).toEqual([]);
  expect(updated([], cases, { failOnWarning: true })).toMatchObject([{ cause: AT, severity: "warning" }]);
});

test("a second update changes nothing", () => {
  const cases = [
    result("a", failed(finding(), findingAt("name"))),
    result("b", failed(added), { operation: "addThing" }),
  ];
  const first = updated([], cases);
  expect(updated(first, cases)).toEqual(first);
});

/** A finding about a faulty part of a request. */
const ofFault = finding({
  check: "status",
  place: "body/name",
  about: { operation: "listThings", status: 200, wanted: "rejection", fault: { part: "body", what: "a long name" } },
});

test("test cases that lacked data are noted beside those that saw a faulty request, and forgotten once they ran", () => {
  const lacking = skipped("it needs an item");
  const [entry] = updated([], [result("a", failed(ofFault)), result("b", lacking)]);
  expect(entry?.untested).toEqual(["listThings › b"]);
  const [again] = updated(entry ? [entry] : [], [result("a", failed(ofFault)), result("b")]);
  expect(again).not.toHaveProperty("untested");
});
