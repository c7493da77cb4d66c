import type { JsonObject } from "#openapi/document/document.js";
import { differs } from "../model/finding/compare.js";

/** Whether two representations of a resource have the same values, in each field that one of them has. */
export function isSameState(before: JsonObject, after: JsonObject): boolean {
  return !differs(before, after, "equal");
}

/** Whether two representations of a resource have the same values in each detail. */
export function isSameValues(before: JsonObject, after: JsonObject): boolean {
  return !differs(before, after, "identical");
}
