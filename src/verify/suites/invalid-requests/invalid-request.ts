import type { Json } from "#openapi/document/document.js";
import type { Parameter } from "#openapi/operations/operation.js";
import type { Basis } from "#verify/model/finding/finding.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";

/** A change of a valid request that violates one constraint of the document. */
export interface InvalidRequest {
  /** In words: `limit below the minimum`. */
  what: string;
  /** JSON pointer to the violated constraint. */
  place: string;
  parameter?: Parameter;
  /** The invalid value of the parameter. */
  value?: Json;
  /** The basis of the finding if the request is accepted (default: `stated`). */
  ifAccepted?: Basis;
  /** @throws Skipped if the target lacks the values that it needs */
  change(request: RequestSpec, context: CaseContext): RequestSpec | Promise<RequestSpec>;
}
