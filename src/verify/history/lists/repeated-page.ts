import { jsonText } from "#openapi/document/long-integer.js";
import { hasStatedCursor, listOf } from "#statements/paging/paging.js";
import type { Contract } from "../../model/contract.js";
import { isSuccess } from "../../model/request/exchange.js";
import { methodOf } from "../../model/request/request-spec.js";
import { itemsOf } from "../../relations/list-items.js";
import { broken } from "../../rules/sentence.js";
import type { HistoryRule } from "../history-rule.js";
import { listQuery } from "./list-query.js";

/** How many characters of a page are compared. */
const MOST_CHARACTERS = 100_000;

/** The cursor to the next page leads to another page than the first one, wherever it was sent. */
export function repeatedPage(contract: Contract): HistoryRule {
  /** The items of first pages, and their bodies, by their requests. */
  const first = new Map<string, { page: string; body: string }>();
  return {
    note({ request, exchange }) {
      const { operation, parameters } = request;
      const list = methodOf(request) === "get" ? listOf(contract.document, operation) : undefined;
      const next = list?.paging.next?.parameter;
      if (!list || !next || !hasStatedCursor(list.paging) || !isSuccess(exchange)) return [];
      const items = itemsOf(list, exchange);
      const page = jsonText(items).slice(0, MOST_CHARACTERS);
      const cursor = parameters.find(({ parameter }) => parameter === next);
      const name = listQuery(request, next);
      if (!cursor) first.set(name, { page, body: exchange.body.slice(0, MOST_CHARACTERS) });
      // The target itself gave the cursor, so it leads on.
      const isGiven = cursor?.source.kind === "list" || cursor?.source.kind === "response";
      const before = first.get(name);
      if (!isGiven || items.length === 0 || before?.page !== page) return [];
      // The first page itself has the cursor: otherwise, it became the second one since, because others added items.
      if (!before.body.includes(String(cursor.value))) return [];
      const about = { list: "cursor" as const, foundBy: [next.name] };
      const facts = {
        ...broken("page-repeated", {}),
        expected: "other items",
        received: "the items of the first page",
      };
      return [{ ...facts, basis: list.paging.basis, place: list.paging.pointer, about }];
    },
  };
}
