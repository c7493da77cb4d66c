import type { Finding } from "../finding.js";
import { body } from "./body.js";
import type { Check, CheckContext } from "./check.js";
import { headers } from "./headers.js";
import { identity } from "./identity.js";
import { mediaType } from "./media-type.js";
import { status } from "./status.js";

/** Every check, in the order in which findings are told. */
export const CHECKS: readonly Check[] = [status, mediaType, headers, body, identity];

/** Everything that is wrong with an answer. */
export function findingsOf(context: CheckContext): Finding[] {
  return CHECKS.flatMap((check) => check.run(context));
}
