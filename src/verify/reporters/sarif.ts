import { distinctWarnings, failureGroups, type Problem } from "../report/distinct-findings.js";
import { statementOf } from "../report/failure.js";
import type { Finding, Report } from "../report/report.js";
import { firstOf } from "../report/wording.js";
import type { Reporter } from "./reporter.js";
import { type SarifResult, sarifLog } from "./sarif-log.js";

/** `report.sarif`: the findings at their places in the contract, equal ones once (SARIF 2.1.0). */
export const sarif: Reporter = { id: "sarif", fileName: "report.sarif", render };

function render(report: Report): string {
  const { contract, cases } = report;
  const file = contract.file ?? "openapi.json";
  const failures = failureGroups(cases).flatMap(([first, ...rest]): SarifResult[] => {
    if (!first) return [];
    const { name, operation } = first.result;
    const message = `${firstOf(1 + rest.length)}${name}\n${textOf(first)}`;
    return [{ ruleId: ruleOf(first), level: "error", message, file, pointer: first.place ?? operation }];
  });
  const warnings = distinctWarnings(cases).map((warning): SarifResult => {
    const message = `${warning.cases[0] ?? ""}\n${textOf(warning)}`;
    return { ruleId: ruleOf(warning), level: "warning", message, file, pointer: warning.place };
  });
  return sarifLog({ name: "verify", version: contract.version }, [...failures, ...warnings]);
}

/** The rule of a finding. A rule of a rule is written behind a slash (SARIF 2.1.0, 3.27.5). */
function ruleOf({ check = "error", basis = "stated" }: { check?: string; basis?: Finding["basis"] }): string {
  return basis === "stated" ? check : `${check}/${basis}`;
}

function textOf({ check, basis = "stated", message, expected, received }: Problem): string {
  if (check === undefined) return message;
  return `${statementOf({ check, basis, message })}\nexpected: ${expected}\nreceived: ${received}`;
}
