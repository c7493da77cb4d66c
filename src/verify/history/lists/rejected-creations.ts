import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { nearObjects } from "#statements/resources/envelope.js";
import { resourceCreatedBy, resourceListedBy, resourceRetrievedBy } from "#statements/resources/find-resources.js";
import type { Resource } from "#statements/resources/resource.js";
import type { RunningRequest } from "../../journal/journal.js";
import { effectFinding } from "../../judges/judgment.js";
import type { Contract } from "../../model/contract.js";
import { type Exchange, isRejection, isSuccess, jsonOf } from "../../model/request/exchange.js";
import { methodOf, type RequestSpec } from "../../model/request/request-spec.js";
import { itemsOf } from "../../relations/list-items.js";
import { hasItsText } from "../../resources/ledger/proof.js";
import { broken } from "../../rules/sentence.js";
import type { HistoryRule } from "../history-rule.js";

/** The most rejected creations of a kind that are remembered. */
const MOST_REJECTED = 50;

/** A creation that the target rejected, with texts that no other request had. */
interface Rejected {
  request: RequestSpec;
  texts: readonly string[];
}

/**
 * A rejected creation creates nothing. Neither a list nor a read of its kind shows a text that this request alone had.
 */
export function rejectedCreations(contract: Contract): HistoryRule {
  const rejected = new Map<Resource, Rejected[]>();
  /** The texts of requests that the target may have stored. */
  const stored = new Set<string>();
  const mayBeStored = (texts: readonly string[], others: readonly RunningRequest[]) =>
    texts.some((text) => stored.has(text) || others.some(({ request }) => jsonText(request.body)?.includes(text)));
  return {
    note({ request, exchange }, { others, texts }) {
      const method = methodOf(request);
      if (method === "get") {
        const resource = isSuccess(exchange) ? kindShownBy(contract, request.operation) : undefined;
        const attempts = (resource && rejected.get(resource)) ?? [];
        // Most bodies have none of the texts, and a search in the text is faster than one in its objects.
        const body = attempts.length > 0 ? exchange.body.toLowerCase() : "";
        for (const attempt of attempts) {
          const isInBody = attempt.texts.some((text) => body.includes(text.toLowerCase()));
          if (!isInBody || mayBeStored(attempt.texts, others)) continue;
          const item = shownIn(resource, exchange).find((object) => hasItsText(attempt, object));
          if (!item) continue;
          const { operation } = attempt.request;
          const effect = { operation, place: operation.pointer, basis: "inferred" } as const;
          const breach = broken("rejected-creation-stored", { operation: operation.id });
          return [
            effectFinding(effect, { ...breach, expected: "no such resource", received: jsonText(item) }, exchange),
          ];
        }
        return [];
      }
      const resource = method === "post" ? resourceCreatedBy(contract, request.operation) : undefined;
      if (resource && isRejection(exchange)) {
        const before = rejected.get(resource) ?? [];
        if (texts.length > 0) rejected.set(resource, [...before.slice(1 - MOST_REJECTED), { request, texts }]);
      } else for (const text of texts) stored.add(text);
      return [];
    },
  };
}

/** The kind of the resources in the responses of an operation. */
function kindShownBy(contract: Contract, operation: Operation): Resource | undefined {
  return resourceListedBy(contract, operation) ?? resourceRetrievedBy(contract, operation);
}

/** The resources in a list, or in a read of one. */
function shownIn(resource: Resource | undefined, exchange: Exchange): JsonObject[] {
  const isList = resource?.list?.operation.id === exchange.operation;
  return isList && resource.list ? itemsOf(resource.list, exchange) : nearObjects(jsonOf(exchange));
}
