import { jsonText } from "#openapi/document/long-integer.js";
import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import { pathKey } from "#statements/resources/path-parameters.js";
import type { Contract } from "../../model/contract.js";
import { methodOf } from "../../model/request/request-spec.js";
import { isAtOrBelow, namedAddresses } from "../../resources/address.js";
import { hasItsText } from "../../resources/ledger/proof.js";
import { broken } from "../../rules/sentence.js";
import { aboutResource, type HistoryRule } from "../history-rule.js";

/**
 * A list below a resource does not have what the run created below another one of the same kind. An item may belong to
 * several. So nothing is said once a request that changes something has named the resource around the list.
 */
export function otherParent(contract: Contract): HistoryRule {
  const changed = new Set<string>();
  return {
    note(entry, { others, listed }) {
      const { request } = entry;
      const around = namedAddresses(request.operation, request.parameters).at(-1);
      if (around === undefined) return [];
      if (methodOf(request) !== "get") {
        if (!resourceCreatedBy(contract, request.operation)) changed.add(around);
        return [];
      }
      const isChanging = others.some((other) => {
        const named = namedAddresses(other.request.operation, other.request.parameters).at(-1);
        return methodOf(other.request) !== "get" && named !== undefined && isAtOrBelow(named, around);
      });
      if (changed.has(around) || isChanging) return [];
      const strange = listed.find(({ own, item }) => {
        const isBeside = pathKey(own.request.operation.path) === pathKey(request.operation.path);
        return isBeside && own.around !== around && hasItsText(own, item);
      });
      if (!strange) return [];
      const facts = {
        ...broken("listed-below-other-parent", { create: strange.own.request.operation.id }),
        expected: `no such item below ${around}`,
        received: jsonText(strange.item),
      };
      return [aboutResource(strange.own, entry, facts)];
    },
  };
}
