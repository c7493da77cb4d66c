import { methodOf } from "../../model/request/request-spec.js";
import { broken } from "../../rules/sentence.js";
import { onlyRejected } from "../changes.js";
import { aboutResource, type HistoryRule } from "../history-rule.js";

/** A created resource is found by its own `GET` at first. That holds until a request names it that the target did not reject. */
export function createdFound(): HistoryRule {
  /** The resources that a response has shown: that they are gone later has another reason. */
  const seen = new WeakSet<object>();
  return {
    note(entry, around) {
      const { request, ended } = entry;
      return around.sightings.flatMap(({ own, shown }) => {
        if (shown) seen.add(own);
        const isCreation = methodOf(own.request) === "post" && [200, 201].includes(own.exchange.status);
        const since = isCreation ? around.endOf(own.exchange) : undefined;
        const { retrieve } = own.resource;
        if (seen.has(own) || since === undefined || request.operation !== retrieve) return [];
        if (!onlyRejected(around, own, since, ended)) return [];
        const breach = broken("created-resource-not-found", { create: own.request.operation.id });
        const facts = { ...breach, expected: "a success", operation: own.request.operation.id };
        return [{ ...aboutResource(own, entry, facts), unshown: { of: own, since } }];
      });
    },
  };
}
