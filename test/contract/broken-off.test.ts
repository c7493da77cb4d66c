import { expect, test } from "vitest";
import { BROKEN_OFF } from "../../src/contract/case.js";
import { judge } from "../../src/contract/verdict.js";
import type { CaseReport, Outcome } from "../../src/contract/verification.js";

const HOLDS: Outcome = { verdict: "holds", statuses: [200], duration: 1 };
const UNSENT: Outcome = { verdict: "not verified", reason: BROKEN_OFF, statuses: [] };
const BROKEN: Outcome = { verdict: "broken", statuses: [500], duration: 1, findings: [] };

const reports = (...outcomes: Outcome[]) =>
  outcomes.map((outcome, index): CaseReport => {
    const place = { operation: "listThings", method: "get", path: "/things", parameter: undefined };
    return { name: `listThings › ${index}`, kind: "example", ...place, proves: [], outcome };
  });

// The reports of parts are judged together as those of one run are, and one part may have been broken off.
test("a run that was broken off holds nothing, however much of it holds, and says how far it came", () => {
  const { verdict, reason } = judge(reports(HOLDS, HOLDS, UNSENT), "KEY");
  expect({ verdict, reason }).toEqual({
    verdict: "could not run",
    reason: "The run was broken off after 2 of 3 cases.",
  });
});

test("what was found before a run was broken off is found", () => {
  expect(judge(reports(HOLDS, BROKEN, UNSENT), "KEY").verdict).toBe("broken");
});
