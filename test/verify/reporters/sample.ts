import { type Need, skipFor } from "#verify/model/test-case/need.js";
import { countingIn, withCauses } from "#verify/report/cause/causes.js";
import type { CaseResult, Finding, Outcome, Report, RequirementState } from "#verify/report/report.js";
import { broken } from "#verify/rules/sentence.js";

export const PASSED: Outcome = { verdict: "passed", statuses: [200], duration: 12 };
export const CURL = `curl -sS -i 'https://api.example.com/things?q="a"&b=<c>' -H "Authorization: Bearer $KEY"`;
export const HOSTILE = `<script>alert(1)</script>"'&<img src=x onerror=alert(2)> ]]> --> שלום \u202e🎉 ${"W".repeat(400)}`;

/** The breach of a rule whose sentence is any text. */
function saying(text: string): Pick<Finding, "rule" | "data" | "message"> {
  const { rule, data, message } = broken("recorded-request-invalid", { violation: text });
  return { rule, data, message };
}

/** A finding of the check `body`. */
export function finding(given: Partial<Finding> = {}): Finding {
  return {
    ...broken("body-invalid", { part: "the body at /at", problem: "must be a date", more: "" }),
    basis: "stated",
    requirements: ["T1"],
    place: "#/components/schemas/Thing/properties/at/format",
    expected: "a date",
    received: '"yesterday"',
    about: { operation: "listThings", status: 200, fields: ["at"] },
    assumes: [],
    reproduce: CURL,
    ...(given.message === undefined ? {} : saying(given.message)),
    ...given,
  };
}

/** A finding about a field of its own. */
export function findingAt(field: string): Finding {
  return finding({
    ...broken("body-invalid", { part: `the body at /${field}`, problem: "must be a date", more: "" }),
    place: `#/components/schemas/Thing/properties/${field}/format`,
    about: { operation: "listThings", status: 200, fields: [field] },
  });
}

export function failed(...findings: Finding[]): Outcome {
  return { verdict: "failed", statuses: [200], duration: 12, findings };
}

export function skipped(reason: string, ...needs: Need[]): Outcome {
  return { verdict: "skipped", reason, needs, statuses: [] };
}

export function skippedFor(need: Parameters<typeof skipFor>[0]): Outcome {
  return { verdict: "skipped", ...skipFor(need), statuses: [] };
}

/** The outcome of a test case that ended with an error. */
type ErrorOutcome = Extract<Outcome, { verdict: "error" }>;

/** An error: without a response if there is no stack. @param silence why there was none */
export function failedWithError(
  reason: string,
  stack?: string,
  silent = "listThings",
  silence = "reset",
): ErrorOutcome {
  return {
    verdict: "error",
    reason,
    ...(stack === undefined ? { silent, silence } : {}),
    statuses: [],
    findings: [],
    reproduce: stack === undefined ? CURL : undefined,
    stack,
  };
}

/** A result of the operation `listThings`. */
export function result(title: string, outcome: Outcome = PASSED, given: Partial<CaseResult> = {}): CaseResult {
  const { operation = "listThings" } = given;
  const place = { operation, method: "get", path: "/things", parameter: undefined };
  return {
    name: `${operation} › ${title}`,
    suite: "examples",
    ...place,
    covers: ["T1"],
    outcome,
    warnings: [],
    ...given,
  };
}

export function requirement(id: string, state: RequirementState["state"], reason?: string): RequirementState {
  const text = { requirement: `The server follows \`${id}\`.`, stated: [], runtime: undefined };
  return { id, operations: ["listThings"], ...text, state, reason };
}

/** A report with the counts of its test cases. */
export function report(given: Partial<Report> = {}): Report {
  const cases = given.cases ?? [];
  const attributed = withCauses(cases);
  const count = (verdict: string) => cases.filter(({ outcome }) => outcome.verdict === verdict).length;
  const counts = {
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    errors: count("error"),
    warnings: countingIn(attributed.causes, "warning").length,
  };
  return {
    verdict: counts.failed + counts.errors > 0 ? "failed" : "passed",
    reason: undefined,
    counts: { cases: cases.length, ...counts, requests: 1234 },
    contract: { title: "Things", version: "1.2.3" },
    target: "https://api.example.com",
    date: "2026-01-02T03:04:05.678Z",
    duration: 65_400,
    start: undefined,
    shard: undefined,
    seed: 7,
    requirements: [],
    observations: [],
    undocumentedFields: [],
    leftovers: [],
    ...given,
    ...attributed,
  };
}

/** 10,000 test cases of 500 operations, half of which failed by a field of the operation, with 500 requirements. */
export function largeReport(): Report {
  const ids = Array.from({ length: 500 }, (_, index) => `T${index}`);
  const cases = Array.from({ length: 10_000 }, (_, index) => {
    const id = ids[index % ids.length] ?? "";
    const outcome = index % 2 === 0 ? PASSED : failed({ ...findingAt(`field${index % 500}`), requirements: [id] });
    return result(String(index), outcome, { operation: `operation${index % 500}`, covers: [id], parameter: "limit" });
  });
  return report({ cases, requirements: ids.map((id) => requirement(id, "verified")) });
}
