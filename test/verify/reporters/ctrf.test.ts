import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { faultCodes } from "#verify/report/fault-code.js";
import { ctrf } from "#verify/reporters/ctrf.js";
import { broken } from "#verify/rules/sentence.js";
import { failed, failedWithError, finding, HOSTILE, report, result, skipped } from "./sample.js";

const TEXT = { type: "string" };
const COUNT = { type: "integer", minimum: 0 };

function object(required: Record<string, object>, optional: Record<string, object> = {}): object {
  const properties = { ...required, ...optional };
  return { type: "object", required: Object.keys(required), properties, additionalProperties: false };
}

/** The parts of the schema of the Common Test Report Format that our reports have. */
const SCHEMA = object(
  {
    reportFormat: { const: "CTRF" },
    specVersion: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+$" },
    results: object(
      {
        tool: object({ name: TEXT }, { version: TEXT }),
        summary: object(
          {
            tests: COUNT,
            passed: COUNT,
            failed: COUNT,
            pending: COUNT,
            skipped: COUNT,
            other: COUNT,
            start: COUNT,
            stop: COUNT,
          },
          { extra: { type: "object" } },
        ),
        tests: {
          type: "array",
          items: object(
            { name: TEXT, status: { enum: ["passed", "failed", "skipped", "pending", "other"] }, duration: COUNT },
            { suite: { type: "array", items: TEXT }, message: TEXT, trace: TEXT, extra: { type: "object" } },
          ),
        },
      },
      { environment: object({}, { appName: TEXT, appVersion: TEXT, testEnvironment: TEXT }) },
    ),
  },
  { timestamp: TEXT, generatedBy: TEXT },
);

const isReport = new Ajv2020({ strict: true }).compile(SCHEMA);

test("a report is valid by the format: errors are failures, and each failure has its causes and fault codes", () => {
  const cases = [
    result("a"),
    result("b", failed(finding())),
    result("c", failedWithError(HOSTILE)),
    result("d", skipped("no value is known")),
  ];
  const written = JSON.parse(ctrf.render(report({ cases })));
  expect(isReport(written), JSON.stringify(isReport.errors)).toBe(true);
  const { summary, tests } = written.results;
  expect(summary).toMatchObject({ tests: 4, passed: 1, failed: 2, skipped: 1, other: 0 });
  expect(summary.stop - summary.start).toBe(65_400);
  expect(tests.map(({ status }: { status: string }) => status)).toEqual(["passed", "failed", "failed", "skipped"]);
  expect(tests[1]).toMatchObject({ suite: ["listThings", "examples"], extra: { faultCodes: ["F200"] } });
  expect(tests[1].trace).toContain("curl");
  expect(tests[3].message).toBe("no value is known");
});

const accepted = { ...finding(), ...broken("invalid-request-accepted", { status: "status 200" }) };

test.each([
  ["examples", "F206"],
  ["authentication", "F307"],
] as const)("an accepted invalid request of the suite %s has the code %s", (suite, code) => {
  const cases = [result("a", failed({ ...accepted, check: "status" }), { suite })];
  expect([...faultCodes(report({ cases })).values()]).toEqual([code]);
});
