import type { Contract } from "../model/contract.js";
import type { FindingDraft } from "../model/finding/finding.js";
import type { CheckId } from "../model/finding/kinds.js";
import type { Exchange } from "../model/request/exchange.js";
import type { Expectation } from "../model/request/expectation.js";
import type { RequestSpec } from "../model/request/request-spec.js";

/** The data that a check may use. */
export interface CheckContext {
  contract: Contract;
  spec: RequestSpec;
  expected: Expectation;
  exchange: Exchange;
  /** Whether the server keeps state. */
  keepsState: boolean;
}

/** Checks a response against the document in one respect. */
export interface Check {
  id: CheckId;
  /** Whether only a server that keeps state can pass it: a mock sends an example, whatever was requested. */
  needsState?: boolean;
  /** The findings; an empty list if the response is right. */
  run(context: CheckContext): FindingDraft[] | Promise<FindingDraft[]>;
}
