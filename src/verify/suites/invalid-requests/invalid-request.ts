import type { Json } from "../../../openapi/document.js";
import type { Parameter } from "../../../openapi/operation.js";
import type { CaseContext } from "../../model/case-context.js";
import type { CheckId } from "../../model/finding.js";
import type { RequestSpec } from "../../model/request-spec.js";

/** A change of a valid request that violates one constraint of the document. */
export interface InvalidRequest {
  /** In words: `limit below the minimum`. */
  what: string;
  /** JSON pointer to the violated constraint. */
  place: string;
  parameter?: Parameter;
  /** The invalid value of the parameter. */
  value?: Json;
  /** The kind of finding if the request is accepted (default: `status`). */
  ifAccepted?: CheckId;
  /** @throws Skipped if the target lacks the values that it needs */
  change(request: RequestSpec, context: CaseContext): RequestSpec | Promise<RequestSpec>;
}
