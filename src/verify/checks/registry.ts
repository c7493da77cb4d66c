import { setImmediate } from "node:timers/promises";
import { responseFor } from "#openapi/operations/status.js";
import { type FindingDraft, judgesForm } from "../model/finding/finding.js";
import { isRejection, isSuccess } from "../model/request/exchange.js";
import { body } from "./body.js";
import type { Check, CheckContext } from "./check.js";
import { echo } from "./echo.js";
import { headers } from "./headers.js";
import { identity } from "./identity.js";
import { mediaType } from "./media-type.js";
import { isListed, status } from "./status.js";

/** Every check of one response, in the order in which findings are reported. */
export const CHECKS: readonly Check[] = [status, mediaType, headers, body, identity, echo];

/** Milliseconds of checks, after which other requests of the run continue. */
const TURN = 5;

/**
 * Everything that is wrong with a response. The form of the response to an invalid request counts only if the request is
 * rejected; and a gateway may reject such a request in another form than `default`. Between long checks, other requests of the
 * run continue.
 */
export async function checkResponse(context: CheckContext): Promise<FindingDraft[]> {
  const { spec, expected, exchange } = context;
  const found: FindingDraft[] = [];
  let begun = performance.now();
  for (const check of CHECKS) {
    found.push(...check.run(context));
    if (performance.now() - begun < TURN) continue;
    await setImmediate();
    begun = performance.now();
  }
  if (expected.kind !== "rejection" && expected.kind !== "not-found") return found;
  if (expected.kind === "rejection" && isSuccess(exchange)) return found.filter(({ check }) => !judgesForm(check));
  const isByDefault = isRejection(exchange) && !isListed(responseFor(spec.operation, exchange.status));
  if (!isByDefault) return found;
  return found.map((each) => (judgesForm(each.check) ? { ...each, check: "default-rejection" } : each));
}
