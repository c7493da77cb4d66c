import type { Operation } from "#openapi/operations/operation.js";

/** Whether a creation may conflict with a resource that exists. */
export function documentsConflict({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === "409");
}

/** Whether what an operation reads may be missing. */
export function documentsMissing({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^4(04|10|XX)$/.test(status));
}
