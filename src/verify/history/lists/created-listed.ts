import { isObject, type Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { oncePer } from "#openapi/document/once-per.js";
import { resourceListedBy } from "#statements/resources/find-resources.js";
import { isListed } from "../../judges/life-cycle/listed.js";
import type { Contract } from "../../model/contract.js";
import { isSuccess } from "../../model/request/exchange.js";
import { methodOf, structuredBody } from "../../model/request/request-spec.js";
import { itemsOf } from "../../relations/list-items.js";
import { isWholeList } from "../../relations/whole-list.js";
import { namedAddresses } from "../../resources/address.js";
import { isLikelyOwn, type OwnEntry } from "../../resources/ledger/entry.js";
import type { Ledger } from "../../resources/ledger/ledger.js";
import { isUnchanged } from "../changes.js";
import { createdOf, type HistoryRule } from "../history-rule.js";

/**
 * A whole list has each resource that the run created in it with 201 (RFC 9110, 15.3.2). It has to show another one with the
 * same values but for the generated texts. Otherwise it may leave some out by their state.
 */
export function createdListed(contract: Contract, ledger: Ledger): HistoryRule {
  return {
    note({ request, exchange, ended }, around) {
      const isRead = methodOf(request) === "get" && isSuccess(exchange) && request.credential === undefined;
      const resource = isRead ? resourceListedBy(contract, request.operation) : undefined;
      const shown = around.listed.map(({ own }) => own);
      if (!resource?.list || shown.length === 0 || !isWholeList(contract.document, request, exchange)) return [];
      const address = namedAddresses(request.operation, request.parameters).at(-1);
      const contents = new Set(shown.filter((own) => own.around === address).map((own) => contentOf(own)));
      const lacking = ledger.entries.flatMap((entry) => {
        if (!isLikelyOwn(entry) || entry.isRemoved || entry.around !== address) return [];
        const since = entry.exchange.status === 201 ? around.endOf(entry.exchange) : undefined;
        if (since === undefined || entry.resource !== resource || shown.includes(entry)) return [];
        // Another team has lists of its own.
        if (entry.request.credential !== undefined) return [];
        const isLacking = contents.has(contentOf(entry)) && isUnchanged(around, entry, since, ended);
        return isLacking ? [{ of: entry, since }] : [];
      });
      const listing = { items: itemsOf(resource.list, exchange), isComplete: true, exchange };
      return lacking.flatMap((unshown) =>
        isListed(createdOf(unshown.of), request.operation, listing).map(({ finding }) => ({ ...finding, unshown })),
      );
    },
  };
}

/** The body that a creation sent, without the generated texts. */
const contentOf = oncePer(({ request, texts }: OwnEntry) =>
  jsonText(withoutTexts(structuredBody(request), texts) ?? null),
);

/** A value with a mark in place of each text that was generated. */
function withoutTexts(value: Json | undefined, texts: readonly string[]): Json | undefined {
  if (typeof value === "string") return texts.some((text) => value.includes(text)) ? "" : value;
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item, texts) ?? null);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutTexts(member, texts) ?? null]));
}
