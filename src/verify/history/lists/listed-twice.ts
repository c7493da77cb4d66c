import { jsonText } from "#openapi/document/long-integer.js";
import { resourceListedBy } from "#statements/resources/find-resources.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import type { Contract } from "../../model/contract.js";
import type { Exchange } from "../../model/request/exchange.js";
import { methodOf, type RequestSpec } from "../../model/request/request-spec.js";
import { itemsOf } from "../../relations/list-items.js";
import type { OwnEntry } from "../../resources/ledger/entry.js";
import { hasItsText } from "../../resources/ledger/proof.js";
import { broken } from "../../rules/sentence.js";
import { aboutResource, type HistoryRule } from "../history-rule.js";

/** Longer lists are not searched for a second item. */
const MOST_ITEMS = 200;

/** Whether a body has a text of a creation twice. A search in the text is faster than one in its objects. */
function isTwiceIn(body: string, { texts }: OwnEntry): boolean {
  return texts.some((text) => body.indexOf(text) !== body.lastIndexOf(text));
}

/** Whether something new was made below a resource, such as a copy of it, which has its texts. */
function isCopy(request: RequestSpec, { status }: Exchange): boolean {
  return status === 201 && methodOf(request) === "post" && pathParameters(request.operation).length > 0;
}

/**
 * One creation makes one item. A list has it once, and has no other item with the texts that this creation alone sent.
 */
export function listedTwice(contract: Contract): HistoryRule {
  /** The requests that sent a text, or the only one. */
  const senders = new Map<string, RequestSpec | "several">();
  const isAlone = ({ texts, request }: OwnEntry) =>
    texts.length > 0 && texts.every((text) => senders.get(text) === request);
  return {
    note(entry, { listed, texts }) {
      const { request, exchange } = entry;
      for (const text of texts) senders.set(text, senders.has(text) ? "several" : request);
      if (isCopy(request, exchange)) {
        for (const [text, sender] of senders) {
          if (sender !== request && exchange.body.includes(text)) senders.set(text, "several");
        }
      }
      const list = listed.length > 0 ? resourceListedBy(contract, request.operation)?.list : undefined;
      const items = list ? itemsOf(list, exchange) : [];
      if (items.length > MOST_ITEMS) return [];
      for (const own of new Set(listed.map((each) => each.own))) {
        const [, item] =
          isAlone(own) && isTwiceIn(exchange.body, own) ? items.filter((each) => hasItsText(own, each)) : [];
        if (!item) continue;
        const breach = broken("created-item-listed-twice", { create: own.request.operation.id });
        const facts = {
          ...breach,
          expected: "one item",
          received: jsonText(item),
          operation: own.request.operation.id,
        };
        return [aboutResource(own, entry, facts)];
      }
      return [];
    },
  };
}
