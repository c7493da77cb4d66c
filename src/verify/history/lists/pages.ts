import { isSuccessKey } from "#openapi/operations/methods.js";
import { responseFor } from "#openapi/operations/status.js";
import type { Contract } from "../../model/contract.js";
import { isSuccess } from "../../model/request/exchange.js";
import { methodOf } from "../../model/request/request-spec.js";
import { pageFindings } from "../../relations/check-page.js";
import { isAllowedRequest } from "../../requests/allowed-request.js";
import type { HistoryRule } from "../history-rule.js";

/**
 * Each page of a list fits its request, for whatever it was read. Its size, the values of its filters, and what it counts
 * are checked.
 */
export function pages(contract: Contract): HistoryRule {
  return {
    note({ request, exchange }) {
      const { operation } = request;
      const response = responseFor(operation, exchange.status);
      const isPage =
        methodOf(request) === "get" && isSuccess(exchange) && response !== undefined && isSuccessKey(response);
      const findings = isPage ? pageFindings(contract, request, exchange) : [];
      return findings.length > 0 && isAllowedRequest(contract, request) ? findings : [];
    },
  };
}
