import { statementOf } from "../report/failure.js";
import { type Finding, findingsOf, groupBy, type Report, signatureOf } from "../report/report.js";
import { distinctWarnings } from "../report/warnings.js";
import type { Reporter } from "./reporter.js";
import { type SarifResult, sarifLog } from "./sarif-log.js";

/** `report.sarif`: the findings at their places in the contract, equal ones once (SARIF 2.1.0). */
export const sarif: Reporter = { id: "sarif", fileName: "report.sarif", render };

function render(report: Report): string {
  const { contract, cases } = report;
  const file = contract.file ?? "openapi.json";
  const failures = cases.flatMap(({ name, operation, outcome }) =>
    findingsOf(outcome).map((finding) => ({ ...finding, name, operation })),
  );
  const groups = groupBy(failures, signatureOf);
  const results = [...groups.values()].flatMap(([first, ...others]): SarifResult[] => {
    if (!first) return [];
    const { place, name } = first;
    const times = others.length > 0 ? `×${others.length + 1}, first: ` : "";
    return [
      { ruleId: ruleOf(first), level: "error", message: `${times}${name}\n${text(first)}`, file, pointer: place },
    ];
  });
  const errors = cases.flatMap(({ name, operation, outcome }): SarifResult[] =>
    outcome.verdict === "error"
      ? [{ ruleId: "error", level: "error", message: `${name}\n${outcome.reason}`, file, pointer: operation }]
      : [],
  );
  const warnings = distinctWarnings(cases).map(
    (warning): SarifResult => ({
      ruleId: ruleOf(warning),
      level: "warning",
      message: `${warning.cases[0] ?? ""}\n${text(warning)}`,
      file,
      pointer: warning.place,
    }),
  );
  return sarifLog({ name: "verify", version: contract.version }, [...results, ...errors, ...warnings]);
}

/** The rule of a finding. A rule of a rule is written behind a slash (SARIF 2.1.0, 3.27.5). */
function ruleOf({ check, basis }: Pick<Finding, "check" | "basis">): string {
  return basis === "stated" ? check : `${check}/${basis}`;
}

function text(finding: Parameters<typeof statementOf>[0] & { expected: string; received: string }): string {
  return `${statementOf(finding)}\nexpected: ${finding.expected}\nreceived: ${finding.received}`;
}
