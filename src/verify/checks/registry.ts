import type { FindingDraft } from "../model/finding.js";
import { body } from "./body.js";
import type { Check, CheckContext } from "./check.js";
import { echo } from "./echo.js";
import { headers } from "./headers.js";
import { identity } from "./identity.js";
import { mediaType } from "./media-type.js";
import { status } from "./status.js";

/** Every check of one response, in the order in which findings are reported. */
export const CHECKS: readonly Check[] = [status, mediaType, headers, body, identity, echo];

/** Everything that is wrong with a response. */
export function checkResponse(context: CheckContext): FindingDraft[] {
  return CHECKS.flatMap((check) => check.run(context));
}
