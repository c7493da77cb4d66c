import { withoutSlash } from "#statements/resources/path-parameters.js";
import { mustReject } from "#verify/model/finding/about.js";
import type { Finding } from "#verify/model/finding/finding.js";
import { isRejection, isSuccess } from "#verify/model/request/exchange.js";
import type { Target } from "#verify/model/target/target.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import { broken } from "#verify/rules/sentence.js";
import { asWarnings } from "./as-warnings.js";

/** Statuses that say nothing of the value: of the key, and of the rate. */
const OTHER_REJECTIONS = [401, 403, 429];

/**
 * The results of a run in which no operation rejected an unknown value of its path. Then the values are perhaps those of functions: a
 * date, a number, a term. That they are accepted is a warning, and not a failure of each operation. A requirement says it for itself.
 */
export function withoutResources(
  results: readonly CaseResult[],
  { hasExampleData }: Pick<Target, "hasExampleData">,
): readonly CaseResult[] {
  const unknown = results.filter(({ suite, outcome }) => suite === "unknown-resources" && outcome.statuses.length > 0);
  const isRejected = unknown.some(({ outcome }) =>
    outcome.statuses.some((status) => isRejection({ status }) && !OTHER_REJECTIONS.includes(status)),
  );
  if (isRejected || unknown.some(({ method }) => method !== "get")) return results;
  const operations = new Set(unknown.map(({ operation }) => operation));
  // One operation alone shows little. Below a collection, or with the data of examples, the value names a resource.
  const isOfResources = hasExampleData || unknown.some(({ path }) => isOfCollection(path, results));
  if (operations.size < 2 && isOfResources) return results;
  return results.map((result) => (unknown.includes(result) ? asWarnings(result, isOfUnknownValue, asWarning) : result));
}

/** Whether the path before the last parameter is that of an operation too. */
function isOfCollection(path: string, results: readonly CaseResult[]): boolean {
  const collection = path.replace(/\/[^/]*\{[^{]*$/, "");
  return results.some((other) => withoutSlash(other.path) === collection);
}

function isOfUnknownValue({ check, about, requirements }: Finding): boolean {
  const isAccepted = check === "status" && mustReject(about) && isSuccess({ status: about.status ?? 0 });
  return isAccepted && requirements.length === 0;
}

function asWarning(finding: Finding): Finding {
  const { operation, status = 0 } = finding.about;
  return {
    ...finding,
    ...broken("every-path-value-accepted", { status }),
    basis: "lenient",
    about: { operation, status },
  };
}
