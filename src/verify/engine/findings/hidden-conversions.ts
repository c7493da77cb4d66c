import type { Finding } from "#verify/model/finding/finding.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import { broken } from "#verify/rules/sentence.js";
import { asWarnings } from "./as-warnings.js";

/**
 * The results of a run in which the server was seen to convert invalid values. It has perhaps converted those that it accepted, and that
 * no response shows, too. A requirement says it for itself.
 */
export function withHiddenConversions(results: readonly CaseResult[]): readonly CaseResult[] {
  const converts = results.some(({ warnings }) => warnings.some(({ check }) => check === "converted"));
  return converts ? results.map((result) => asWarnings(result, isHidden, asConversion)) : results;
}

function isHidden({ about, requirements }: Finding): boolean {
  return about.isHidden === true && isSuccess({ status: about.status ?? 0 }) && requirements.length === 0;
}

function asConversion(finding: Finding): Finding {
  const { operation, status = 0, fault } = finding.about;
  return {
    ...finding,
    ...broken("invalid-value-hidden", { status, what: fault?.what ?? "an invalid value" }),
    basis: "lenient",
    about: { operation, status },
  };
}
