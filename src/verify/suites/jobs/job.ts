import type { Operation } from "#openapi/operations/operation.js";
import type { Effect } from "#verify/model/finding/effect.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";

/** A started job, and the last response that showed it. Its place describes the response to its start. */
export interface Job extends Effect {
  operation: Operation;
  request: RequestSpec;
  started: Exchange;
  read: RequestSpec;
  shown: Exchange;
}
