import { jsonText } from "#openapi/document/long-integer.js";
import { resourceRetrievedBy } from "#statements/resources/find-resources.js";
import { identifierIn, isSameId } from "#statements/resources/identifying-values.js";
import type { Contract } from "../../model/contract.js";
import { isSuccess, jsonOf } from "../../model/request/exchange.js";
import { methodOf } from "../../model/request/request-spec.js";
import { namedAddresses } from "../../resources/address.js";
import { isLikelyOwn } from "../../resources/ledger/entry.js";
import type { Ledger } from "../../resources/ledger/ledger.js";
import { broken } from "../../rules/sentence.js";
import { aboutResource, type HistoryRule } from "../history-rule.js";

/** The response to a read of a resource of the run has the identifier of that resource. */
export function otherResource(contract: Contract, ledger: Ledger): HistoryRule {
  return {
    note(entry) {
      const { request, exchange } = entry;
      if (methodOf(request) !== "get" || !isSuccess(exchange)) return [];
      if (resourceRetrievedBy(contract, request.operation) === undefined) return [];
      const address = namedAddresses(request.operation, request.parameters).at(-1);
      const own = address === undefined ? undefined : ledger.at(address);
      if (!isLikelyOwn(own) || own.address !== address) return [];
      const { identifier, value } = own.identity;
      const shown = identifierIn(jsonOf(exchange), identifier);
      // The identifier of another resource of the same kind, which the run created too.
      const isOfOther = ledger.entries.some((other) => {
        return other !== own && other.resource === own.resource && isSameId(other.identity?.value, shown);
      });
      if (shown === undefined || isSameId(shown, value) || !isOfOther) return [];
      const facts = {
        ...broken("other-resource-than-created", { create: own.request.operation.id }),
        expected: `${jsonText(value)} at ${identifier.pointer}`,
        received: jsonText(shown),
      };
      return [aboutResource(own, entry, facts)];
    },
  };
}
