import { jsonText } from "#openapi/document/long-integer.js";
import { isPageNumberName } from "#openapi/operations/page-names.js";
import { listOf } from "#statements/paging/paging.js";
import type { Contract } from "../../model/contract.js";
import { type Exchange, isSuccess } from "../../model/request/exchange.js";
import { methodOf } from "../../model/request/request-spec.js";
import { itemsOf } from "../../relations/list-items.js";
import { numbersBesideItems } from "../../relations/totals.js";
import { broken } from "../../rules/sentence.js";
import type { HistoryRule } from "../history-rule.js";
import { listQuery } from "./list-query.js";

/** The number that a page has in its response, and its place. */
interface ShownNumber {
  field: string;
  number: number;
}

/** A page that was requested by its number. */
interface NumberedPage extends ShownNumber {
  /** Undefined for the first page of a request without a number. */
  requested: number | undefined;
  items: string;
}

/**
 * The page number in a response follows the requested one: two pages with different items have different numbers. A server may
 * count from 0 or 1, and send its last page for any greater number. Names suggest the field, so it is a warning.
 */
export function pageNumber(contract: Contract): HistoryRule {
  const known = new Map<string, NumberedPage>();
  return {
    note({ request, exchange }) {
      const { operation, parameters } = request;
      const list =
        methodOf(request) === "get" && isSuccess(exchange) ? listOf(contract.document, operation) : undefined;
      const next = list?.paging.next;
      const sent = parameters.find(({ parameter }) => parameter === next?.parameter)?.value;
      const requested = typeof sent === "number" ? sent : undefined;
      const shown = list && next?.kind === "page" ? numberIn(exchange) : undefined;
      if (!list || !shown || (sent !== undefined && requested === undefined)) return [];
      const name = listQuery(request, next?.parameter);
      const page = { ...shown, requested, items: jsonText(itemsOf(list, exchange)) };
      const former = known.get(name);
      known.set(name, page);
      const isOther = former && former.requested !== requested && former.items !== page.items;
      const areFilled = page.items !== "[]" && former?.items !== "[]";
      if (!isOther || !areFilled || former.field !== page.field || former.number !== page.number) return [];
      const facts = {
        ...broken("page-number-stays", { field: page.field, number: page.number }),
        expected: `another number than that of ${former.requested === undefined ? "the first page" : `page ${former.requested}`}`,
        received: String(page.number),
      };
      return [{ ...facts, basis: "inferred", place: list.paging.pointer, about: { fields: [page.field] } }];
    },
  };
}

/** The number of the page, beside its items. */
function numberIn(exchange: Exchange): ShownNumber | undefined {
  const [found] = numbersBesideItems(exchange).filter(({ name }) => isPageNumberName(name));
  return found && { field: found.name, number: found.value };
}
