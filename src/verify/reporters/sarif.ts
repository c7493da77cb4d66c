import { placeOf } from "../report/cause/cause-place.js";
import { reach } from "../report/cause/cause-text.js";
import { FAULT_CATALOGUE, faultCodes } from "../report/fault-code.js";
import { knownText } from "../report/known/known-text.js";
import { type Cause, isAccepted, type Report } from "../report/report.js";
import type { Reporter } from "./reporter.js";
import { type SarifResult, sarifLog } from "./sarif-log.js";

/** `report.sarif`: the causes at their places in the contract (SARIF 2.1.0). */
export const sarif: Reporter = { id: "sarif", fileName: "report.sarif", render };

function render(report: Report): string {
  const { contract, causes, known: entries } = report;
  const codes = faultCodes(report);
  const file = contract.file ?? "openapi.json";
  const results = causes.map((cause): SarifResult => {
    const { id, severity, known } = cause;
    const pointer = placeOf(cause);
    const code = codes.get(id);
    const place = contract.lines?.[pointer] ?? { file, line: cause.example.line };
    return {
      ruleId: ruleOf(cause),
      level: severity === "failure" ? "error" : "warning",
      message: textOf(cause),
      ...place,
      pointer,
      fingerprint: id,
      ...(code === undefined ? {} : { properties: { faultCode: code, faultCatalogue: FAULT_CATALOGUE } }),
      ...(entries ? { suppressions: known && isAccepted(cause) ? [knownText(known)] : [] } : {}),
    };
  });
  return sarifLog({ name: "verify", version: contract.version }, results);
}

/** The rule of a cause. A rule of a rule is written behind a slash (SARIF 2.1.0, 3.27.5). */
function ruleOf({ check, basis }: Cause): string {
  return basis === "stated" ? check : `${check}/${basis}`;
}

function textOf(cause: Cause): string {
  const { expected, received } = cause.example;
  const values = expected === undefined ? [] : [`expected: ${expected}`, `received: ${received}`];
  return [`${cause.title} (${reach(cause)})`, ...values].join("\n");
}
