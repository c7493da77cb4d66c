import type { RequestViolation } from "#http/request/read-request.js";

/**
 * The statuses of a rejection, the best first. A body that cannot be read is a 400 (RFC 9110, 15.5.1). FastAPI documents 422
 * alone, and means this, too.
 */
export function rejectionStatuses(violations: readonly RequestViolation[]): readonly [number, ...number[]] {
  if (violations.some(({ kind }) => kind === "media-type")) return [415, 422, 400];
  return violations.some(({ kind }) => kind === "syntax") ? [400, 422] : [422, 400];
}
