import { includesType, mediaTypeOf } from "#http/media-type.js";
import { isRedirectKey, isSuccessKey } from "#openapi/operations/methods.js";
import type { DocumentedResponse, Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import type { OperationState } from "#verify/model/coverage.js";
import { type Exchange, isAccessDenied, isRedirect, isSuccess } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { RejectedKey } from "#verify/report/nothing-tested.js";

/** The responses of an operation so far. */
interface Responses {
  hasSucceeded: boolean;
  /** How often each status was received with a valid key, and with any other one. */
  own: Map<number, number>;
  others: Map<number, number>;
}

/** How far a run came with each operation. */
export class OperationStates {
  readonly #responses = new Map<string, Responses>();

  add({ operation, credential = "own" }: RequestSpec, exchange: Exchange): void {
    const known = this.#responses.get(operation.id) ?? { hasSucceeded: false, own: new Map(), others: new Map() };
    this.#responses.set(operation.id, known);
    known.hasSucceeded ||= isDocumentedSuccess(operation, exchange);
    const counts = credential === "own" ? known.own : known.others;
    counts.set(exchange.status, (counts.get(exchange.status) ?? 0) + 1);
  }

  /** Whether an operation, by its id, responded at all. */
  hasResponded(operation: string): boolean {
    return this.#responses.has(operation);
  }

  /** Whether an operation, by its id, succeeded as documented. */
  hasSucceeded(operation: string): boolean {
    return this.#responses.get(operation)?.hasSucceeded === true;
  }

  /** The id of an operation that succeeded as documented; undefined if none did. */
  get anySucceeded(): string | undefined {
    return [...this.#responses].find(([, { hasSucceeded }]) => hasSucceeded)?.[0];
  }

  /**
   * How many of some operations rejected each request with the valid key, of those that got one. An operation that accepts
   * another key shows nothing about the valid one.
   *
   * @param operations the ids of those that need a key
   * @returns undefined if none of them got one
   */
  rejectedKey(operations: readonly string[]): RejectedKey | undefined {
    const asked = operations.flatMap((id) => {
      const { own, others } = this.#responses.get(id) ?? {};
      const isOpen = [...(others?.keys() ?? [])].some((status) => isSuccess({ status }));
      const statuses = [...(own?.keys() ?? [])];
      return statuses.length > 0 && !isOpen ? [statuses] : [];
    });
    const rejected = asked.filter((statuses) => statuses.every((status) => isAccessDenied({ status })));
    if (asked.length === 0) return undefined;
    const status = rejected.flat().includes(401) ? 401 : 403;
    return { rejected: rejected.length, asked: asked.length, status };
  }

  stateOf(operation: string): Omit<OperationState, "operation"> {
    const known = this.#responses.get(operation);
    if (!known) return { state: "not reached", statuses: [] };
    const counts = [...(known.own.size > 0 ? known.own : known.others)];
    const statuses = counts.toSorted(([, one], [, other]) => other - one).map(([status]) => status);
    return { state: known.hasSucceeded ? "tested" : "unsuccessful", statuses };
  }
}

/** Whether a response is a success that the document describes. `default` describes one where no other key does. */
function isDocumentedSuccess(operation: Operation, exchange: Exchange): boolean {
  const response = responseFor(operation, exchange.status);
  if (!response || isStrangePage(response, exchange)) return false;
  if (isRedirect(exchange)) return isRedirectKey(response);
  return isSuccess(exchange) && (isSuccessKey(response) || !operation.responses.some(isSuccessKey));
}

/**
 * Whether a response is a web page that the document does not describe. It may be that of a login, a proxy, or a frontend.
 */
function isStrangePage({ content }: DocumentedResponse, { headers, body }: Exchange): boolean {
  const type = mediaTypeOf(headers.get("content-type") ?? "");
  return type === "text/html" && body !== "" && !content.some(({ name }) => includesType(name, type));
}
