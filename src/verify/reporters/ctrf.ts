import { PACKAGE } from "#cli/installation.js";
import { failureText } from "../report/failure.js";
import { FAULT_CATALOGUE, faultCodes } from "../report/fault-code.js";
import {
  type CaseResult,
  type CaseState,
  countOutcomes,
  findingsOf,
  type Report,
  skipText,
  stateOf,
} from "../report/report.js";
import type { Reporter } from "./reporter.js";

/** The states of the format. It has none for known failures, which do not fail the run. */
const STATUS: Readonly<Record<CaseState, string>> = {
  passed: "passed",
  failed: "failed",
  error: "failed",
  skipped: "skipped",
  known: "other",
};

/** `ctrf.json`: the test cases in the Common Test Report Format, each failure with its causes and their fault codes. */
export const ctrf: Reporter = {
  id: "ctrf",
  fileName: "ctrf.json",
  render: (report) => {
    const { contract, target, date, duration, cases, verdict, reason } = report;
    const { passed, failed, error, skipped, known } = countOutcomes(cases);
    const start = Date.parse(date);
    const codes = faultCodes(report);
    const results = {
      tool: { name: PACKAGE.name, version: PACKAGE.version },
      summary: {
        ...{ tests: cases.length, passed, failed: failed + error, pending: 0, skipped, other: known },
        ...{ start, stop: start + duration },
        extra: { verdict, ...(reason === undefined ? {} : { reason }), faultCatalogue: FAULT_CATALOGUE },
      },
      tests: cases.map((result) => testOf(result, report, codes)),
      environment: { appName: contract.title, appVersion: contract.version, testEnvironment: target },
    };
    return `${JSON.stringify({ reportFormat: "CTRF", specVersion: "0.0.0", timestamp: date, generatedBy: PACKAGE.name, results }, null, 2)}\n`;
  },
};

function testOf(
  { name, suite, operation, outcome }: CaseResult,
  { requirements, start }: Report,
  codes: ReadonlyMap<string, string>,
): object {
  const [message, ...trace] = (failureText(outcome, requirements, start) ?? "").split("\n");
  const causes = [...new Set(findingsOf(outcome).flatMap(({ cause }) => cause ?? []))];
  const faultCodesOfCase = [...new Set(causes.flatMap((id) => codes.get(id) ?? []))];
  return {
    name,
    status: STATUS[stateOf(outcome)],
    duration: "duration" in outcome ? Math.round(outcome.duration) : 0,
    suite: [operation, suite],
    ...(outcome.verdict === "skipped" ? { message: skipText(outcome) } : message ? { message } : {}),
    ...(trace.length > 0 ? { trace: trace.join("\n") } : {}),
    ...(causes.length > 0 ? { extra: { causes, faultCodes: faultCodesOfCase } } : {}),
  };
}
