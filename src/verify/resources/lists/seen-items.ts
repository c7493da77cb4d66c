import type { Operation } from "#openapi/operations/operation.js";
import { listOf } from "#statements/paging/paging.js";
import type { JournalEntry, Projection } from "#verify/journal/journal.js";
import type { Contract } from "#verify/model/contract.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { methodOf } from "#verify/model/request/request-spec.js";
import type { SeenItems as Seen } from "#verify/model/test-case/case-context.js";
import { itemsOf } from "#verify/relations/list-items.js";
import { identification } from "./read-pages.js";

/** The identifiers of all items that each list has shown so far. */
export class SeenItems implements Projection, Seen {
  readonly #contract: Contract;
  readonly #ids = new Map<Operation, Set<string>>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  note({ request, exchange }: JournalEntry): void {
    const { operation } = request;
    const list = methodOf(request) === "get" && isSuccess(exchange) && listOf(this.#contract.document, operation);
    if (!list) return;
    const ids = this.#in(operation);
    const idOf = identification(this.#contract, list);
    for (const item of itemsOf(list, exchange)) ids.add(idOf(item));
  }

  in(list: Operation): ReadonlySet<string> {
    return this.#in(list);
  }

  #in(list: Operation): Set<string> {
    const ids = this.#ids.get(list) ?? new Set();
    this.#ids.set(list, ids);
    return ids;
  }
}
