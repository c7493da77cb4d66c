import type { Finding } from "#verify/model/finding/finding.js";
import type { Report } from "#verify/report/report.js";
import {
  failed,
  failedWithError,
  finding,
  findingAt,
  HOSTILE,
  PASSED,
  report,
  requirement,
  result,
  skipped,
} from "./sample.js";

/** An error: the target did not respond. */
export const NO_RESPONSE = failedWithError(
  "GET https://api.example.com/things: no response (10 s passed)",
  undefined,
  "listThings",
  "10 s passed",
);

/** A status that contradicts an example. */
const REJECTED: Partial<Finding> = {
  check: "status",
  message: HOSTILE,
  about: { operation: "listThings", status: 200, wanted: "response", why: "the example first", documented: "404" },
};

/** A report of each verdict, with every part that the page shows. */
export const REPORTS: Record<string, Report> = {
  passed: report({ cases: [result("a"), result("b")], requirements: [requirement("T1", "verified")] }),
  failed: report({
    cases: [
      result("a", failed(finding())),
      result("b", failed(finding({ received: '"today"' }), finding(REJECTED))),
      result("c", NO_RESPONSE, { suite: "lists" }),
      result("d", PASSED, {
        ...{ suite: "invalid-requests", parameter: "limit" },
        warnings: [{ ...findingAt("on"), check: "echo", basis: "inferred" }],
      }),
      result("e", skipped("the list is empty")),
    ],
    requirements: [
      requirement("T1", "failed"),
      requirement("T2", "not verified", "no test case of this run covers it"),
    ],
    observations: [
      {
        id: "U1",
        open: "The form of an error.",
        seen: ["no key: 401 text", "no body: 422 json", "wrong key: 401 text"],
      },
      { id: "U2", open: "The order.", seen: [] },
    ],
    undocumentedFields: [{ operation: "listThings", at: "/data/*/color" }],
    leftovers: [{ operation: "addThing", resource: "/things/7", reason: "it may have existed before" }],
    unsafe: [{ operation: "addThing", method: "POST", because: "creation", count: 2 }],
    coverage: {
      operations: [
        { operation: "listThings", state: "tested", statuses: [200] },
        { operation: "addThing", state: "not reached", statuses: [] },
      ],
      kinds: [
        { kind: "operations", exercised: 1, total: 2 },
        { kind: "response fields", exercised: 3, total: 40 },
      ],
      missing: [
        { operation: "addThing", kind: "operations", names: ["addThing"], reason: "writes are not allowed" },
        {
          ...{ operation: "listThings", kind: "response fields", reason: "no response had it" },
          names: Array.from({ length: 37 }, (_, index) => `/data/*/a_rather_long_name_of_a_field_${index}`),
        },
      ],
    },
    start: "npm run sandbox",
  }),
  error: report({
    verdict: "error",
    reason: "The target did not respond. connection refused",
    cases: [result("a", NO_RESPONSE)],
    requirements: [requirement("T1", "not verified", "no test case of this run covers it")],
  }),
  incomplete: report({
    verdict: "incomplete",
    reason: "every test case was required (--require-all)",
    cases: [result("a"), result("b", skipped("the list is empty")), result("c", skipped("the list is empty"))],
  }),
  "without test cases": report({ verdict: "error", reason: "There is no test case" }),
};

/** @throws Error for another name */
export function reportNamed(name: string): Report {
  const found = REPORTS[name];
  if (!found) throw new Error(`There is no report ${name}.`);
  return found;
}
