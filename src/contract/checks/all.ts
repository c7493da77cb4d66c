import { body } from "./body.js";
import type { Check, CheckContext, CheckFinding } from "./check.js";
import { headers } from "./headers.js";
import { identity } from "./identity.js";
import { mediaType } from "./media-type.js";
import { returned } from "./returned.js";
import { status } from "./status.js";

/** Every check, in the order in which findings are told. */
export const CHECKS: readonly Check[] = [status, mediaType, headers, body, identity, returned];

/** Everything that is wrong with an answer. */
export function findingsOf(context: CheckContext): CheckFinding[] {
  return CHECKS.flatMap((check) => check.run(context));
}
