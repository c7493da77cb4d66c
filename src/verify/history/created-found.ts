import { methodOf } from "../model/request/request-spec.js";
import { broken } from "../rules/sentence.js";
import { onlyRejected } from "./changes.js";
import { aboutResource, type HistoryRule } from "./history-rule.js";

/**
 * A created resource is found by its own `GET` at first. That holds until a request names it that the target did not reject.
 *
 * @param settle milliseconds in which a creation has to show
 */
export function createdFound(settle: number): HistoryRule {
  /** When the responses to creations had arrived. */
  const created = new WeakMap<object, number>();
  /** The resources that a response has shown: that they are gone later has another reason. */
  const seen = new WeakSet<object>();
  return {
    note(entry, around) {
      const { request, exchange, begun, ended } = entry;
      const isCreation = methodOf(request) === "post" && (exchange.status === 200 || exchange.status === 201);
      if (isCreation) created.set(exchange, ended);
      return around.sightings.flatMap(({ own, shown }) => {
        if (shown) seen.add(own);
        const since = created.get(own.exchange);
        const { retrieve } = own.resource;
        if (seen.has(own) || since === undefined || begun < since + settle || request.operation !== retrieve) return [];
        if (!onlyRejected(around, own, since, ended)) return [];
        const breach = broken("created-resource-not-found", { create: own.request.operation.id });
        return [aboutResource(own, entry, { ...breach, expected: "a success", operation: own.request.operation.id })];
      });
    },
  };
}
