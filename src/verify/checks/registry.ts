import { MOCK_WARNING } from "#http/mock-state.js";
import { turn, turnFor } from "#http/turn.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import { responseFor } from "#openapi/operations/status.js";
import { Undecided } from "#openapi/patterns/undecided.js";
import type { FindingDraft } from "../model/finding/finding.js";
import { judgesForm } from "../model/finding/kinds.js";
import { isWarning } from "../model/finding/severity.js";
import { isRejection, isSuccess } from "../model/request/exchange.js";
import { allow } from "./allow.js";
import { body } from "./body.js";
import type { Check, CheckContext } from "./check.js";
import { echo } from "./echo.js";
import { headerForms } from "./header-forms.js";
import { headers } from "./headers.js";
import { identity } from "./identity.js";
import { mediaType } from "./media-type.js";
import { documentsStatus, status } from "./status.js";
import {
  secretFieldFinding,
  type UndocumentedField,
  undocumentedFieldFinding,
  undocumentedFields,
} from "./undocumented-fields.js";

/** Every check of one response, in the order in which findings are reported. */
const CHECKS: readonly Check[] = [status, mediaType, headers, headerForms, allow, body, identity, echo];

/** Milliseconds of checks, after which other requests of the run continue. */
const TURN = 5;

/** The findings of one exchange, and the fields that the document does not have. */
export interface CheckedExchange {
  findings: FindingDraft[];
  undocumentedFields: UndocumentedField[];
}

/**
 * Checks one exchange against the document: of a run, or of recorded traffic.
 *
 * @param strict whether undocumented fields are findings
 */
export async function checkExchange(context: CheckContext, strict: boolean): Promise<CheckedExchange> {
  const { contract, spec, exchange } = context;
  const findings = await findingsOf(context);
  const response = responseFor(spec.operation, exchange.status);
  const isDocumentedSuccess = response !== undefined && isSuccessKey(response);
  const fields = isDocumentedSuccess ? undocumentedFields(contract.document, spec.operation, exchange) : [];
  const finding = strict ? undocumentedFieldFinding : secretFieldFinding;
  return {
    findings: [...findings, ...fields.flatMap((field) => finding(field, spec.operation) ?? [])],
    undocumentedFields: fields,
  };
}

/**
 * Everything that is wrong with a response. The form of the response to an invalid request counts only if the request is
 * rejected. Between long checks, other requests of the run continue.
 *
 * @throws Undecided if a part of the response could not be checked, and no other part is wrong
 */
async function findingsOf(context: CheckContext): Promise<FindingDraft[]> {
  const { expected, exchange, keepsState } = context;
  const found: FindingDraft[] = [];
  let undecided: Undecided | undefined;
  await turnFor(exchange.body);
  let begun = performance.now();
  for (const check of CHECKS) {
    if (check.needsState && !keepsState) continue;
    try {
      found.push(...(await check.run(context)));
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      undecided ??= error;
    }
    if (performance.now() - begun < TURN) continue;
    await turn();
    begun = performance.now();
  }
  if (undecided && found.every(isWarning)) throw undecided;
  if (expected.kind === "rejection" && isSuccess(exchange)) return found.filter(({ check }) => !judgesForm(check));
  if (!mayHaveAnotherForm(context)) return found;
  return found.map((finding) => (judgesForm(finding.check) ? { ...finding, basis: "lenient" } : finding));
}

/** A gateway may reject an invalid request in another form than `default`, and a mock may send an invalid example. */
function mayHaveAnotherForm({ spec, expected, exchange }: CheckContext): boolean {
  if (exchange.headers.has(MOCK_WARNING)) return true;
  if (expected.kind !== "rejection" && expected.kind !== "not-found") return false;
  return isRejection(exchange) && !documentsStatus(responseFor(spec.operation, exchange.status));
}
