import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { isSafe } from "#openapi/operations/methods.js";
import { resourceListedBy } from "#statements/resources/find-resources.js";
import { identifierIn, isSameId } from "#statements/resources/identifying-values.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import type { JournalEntry } from "../../journal/journal.js";
import type { Contract } from "../../model/contract.js";
import { type Exchange, isSuccess } from "../../model/request/exchange.js";
import { methodOf, type RequestSpec } from "../../model/request/request-spec.js";
import { itemsOf } from "../../relations/list-items.js";
import type { OwnEntry } from "../../resources/ledger/entry.js";
import type { Ledger } from "../../resources/ledger/ledger.js";
import { hasItsText } from "../../resources/ledger/proof.js";
import { broken } from "../../rules/sentence.js";
import { aboutResource, changedBy, type HistoryRule } from "../history-rule.js";

/** Longer lists are not searched for a second item. */
const MOST_ITEMS = 200;

/** So many changed resources are remembered. */
const MOST_CHANGED = 200;

/** A request that sent the values of a resource, and the texts in it that were generated for it. */
type Writing = Pick<OwnEntry, "request" | "texts">;

/** Whether a body has a text of a request twice. A search in the text is faster than one in its objects. */
function isTwiceIn(body: string, { texts }: Writing): boolean {
  return texts.some((text) => body.indexOf(text) !== body.lastIndexOf(text));
}

/** Whether something new was made below a resource, such as a copy of it, which has its texts. */
function isCopy(request: RequestSpec, { status }: Exchange): boolean {
  return status === 201 && methodOf(request) === "post" && pathParameters(request.operation).length > 0;
}

/**
 * One creation makes one item, and a change makes none. A list has the resource once, and has no other item with the texts that
 * this request alone sent.
 */
export function listedTwice(contract: Contract, ledger: Ledger): HistoryRule {
  /** The requests that sent a text, or the only one. */
  const senders = new Map<string, RequestSpec | "several">();
  const isAlone = ({ texts, request }: Writing) =>
    texts.length > 0 && texts.every((text) => senders.get(text) === request);
  /** The last changes of resources of the run. */
  const changes = new Map<OwnEntry, Writing>();
  const noteChange = (entry: JournalEntry, texts: readonly string[]) => {
    const own = isSuccess(entry.exchange) ? changedBy(ledger, entry) : undefined;
    if (!own || texts.length === 0 || isSafe({ method: methodOf(entry.request) })) return;
    if (changes.size >= MOST_CHANGED) changes.clear();
    changes.set(own, { request: entry.request, texts });
  };
  /** The other one of two items with the values of one request. The first one has the identifier of the resource. */
  const secondIn = (items: readonly JsonObject[], { identity }: OwnEntry, writing: Writing) => {
    const alike = items.filter((item) => hasItsText(writing, item));
    const idOf = (item: JsonObject) => identifierIn(item, identity.identifier);
    if (!alike.some((item) => isSameId(idOf(item), identity.value))) return undefined;
    return alike.find((item) => idOf(item) !== undefined && !isSameId(idOf(item), identity.value));
  };
  return {
    note(entry, { listed, texts }) {
      const { request, exchange } = entry;
      noteChange(entry, texts);
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
        const change = changes.get(own);
        const second =
          change && isAlone(change) && isTwiceIn(exchange.body, change) ? secondIn(items, own, change) : undefined;
        if (change && second) {
          const { id: operation } = change.request.operation;
          const breach = broken("changed-item-listed-twice", { operation });
          const facts = { ...breach, expected: "one item", received: jsonText(second), operation };
          return [aboutResource(own, entry, facts)];
        }
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
