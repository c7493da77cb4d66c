import { allNames } from "#cli/names-text.js";
import { responseFor } from "#openapi/operations/status.js";
import { isReduced } from "../checks/page-size.js";
import { documentsStatus } from "../checks/status.js";
import type { RecordedFinding } from "../model/finding/finding.js";
import { severityIn } from "../model/finding/severity.js";
import { type Exchange, isRejection, isServerError } from "../model/request/exchange.js";
import { anyResponse, basisIfAccepted, type Expectation, type RequestFault } from "../model/request/expectation.js";
import type { RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import {
  expectedRejection,
  type Violation,
  type ViolationFacts,
  withUniqueTexts,
} from "../requests/invalid/violation.js";
import { itemsOfList } from "../resources/valid-request.js";
import { storedOfInvalid } from "./accepted-invalid.js";

/** The request with violations of the document. @throws Skipped if the target lacks the values that they need */
export async function withViolations(
  context: CaseContext,
  request: RequestSpec,
  violations: readonly Violation[],
): Promise<RequestSpec> {
  let changed = request;
  for (const violation of violations) {
    const items = violation.needsItems ? await itemsOfList(context, request.operation) : [];
    changed = violation.apply(changed, items);
  }
  return withUniqueTexts(context, changed);
}

/** The words and the place of findings about a request that the document allows. */
export interface Reason {
  why: string;
  fault?: RequestFault | undefined;
  /** Default: the operation. */
  place?: string | undefined;
}

/** A request as it was sent, and the response to it. The findings are not added to the test case. */
export type StepResult =
  | { kind: "accepted" | "rejected"; request: RequestSpec; exchange: Exchange }
  | { kind: "failed"; found: readonly RecordedFinding[] };

/**
 * Sends a request, and classifies the response. A server may reject what the document allows, also with a server error that
 * the document lists. Any other response has to be a documented one.
 *
 * @param violations of the document by the request; an empty list if the document allows it
 */
export async function sendStep(
  context: CaseContext,
  request: RequestSpec,
  violations: readonly ViolationFacts[],
  { why, place, fault }: Reason,
): Promise<StepResult> {
  const { operation } = request;
  const exchange = await context.send(request);
  const isAllowed = violations.length === 0;
  const isDocumented = documentsStatus(responseFor(operation, exchange.status));
  // A response with 429 ends the test case.
  const isRefusal = exchange.status !== 429 && (isRejection(exchange) || (isServerError(exchange) && isDocumented));
  if (isAllowed && isRefusal) return { kind: "rejected", request, exchange };
  if (!isAllowed && (await storedOfInvalid(context, request, exchange, why)) === "nothing")
    return { kind: "accepted", request, exchange };
  const any = anyResponse(operation, why, fault);
  const expected = isAllowed
    ? { ...any, place: place ?? any.place }
    : expectedOf(context, request, violations, exchange);
  const checked: RecordedFinding[] = [];
  await context.collect(checked, () => context.check(request, expected, exchange));
  // An example states that its own values are stored as they are, but not that every value is.
  const judged = checked.map(
    (finding): RecordedFinding => (finding.check === "echo" ? { ...finding, basis: "inferred" } : finding),
  );
  const isFailure = (finding: RecordedFinding) => {
    return severityIn(context.target.severities, finding, finding.operation ?? operation.id).severity === "failure";
  };
  context.report(judged.filter((finding) => !isFailure(finding)));
  const found = judged.filter(isFailure);
  if (found.length > 0) return { kind: "failed", found };
  return { kind: isRejection(exchange) ? "rejected" : "accepted", request, exchange };
}

/**
 * The expectation of a request with violations: one that a server may not accept is enough to demand a rejection. A page
 * size out of range may be brought into it.
 */
export function expectedOf(
  context: CaseContext,
  request: RequestSpec,
  violations: readonly ViolationFacts[],
  exchange: Exchange,
): Expectation {
  const { operation } = request;
  const what = allNames(violations.map((violation) => violation.what));
  const isTolerated = violations.some(
    ({ parameter }) => parameter && isReduced(context.contract.document, operation, parameter, request, exchange),
  );
  const strict =
    violations.find((violation) => basisIfAccepted(violation, context.target) === "stated") ?? violations[0];
  if (strict === undefined || isTolerated) return anyResponse(operation, what);
  return expectedRejection(context, operation, { ...strict, what });
}
