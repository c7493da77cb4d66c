import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { conditionOf, isStrongTag } from "#statements/resources/entity-tags.js";
import { pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import type { JournalEntry, Projection } from "../journal/journal.js";
import type { Contract } from "../model/contract.js";
import { type Exchange, isSuccess } from "../model/request/exchange.js";
import { methodOf, type ParameterValue, type RequestSpec } from "../model/request/request-spec.js";
import { tagIn } from "../relations/entity-tags.js";
import { withCondition } from "../requests/conditions.js";
import { pathValues } from "./address.js";

/** The status of a target that accepts conditional changes only (RFC 6585, 3). */
const PRECONDITION_REQUIRED = 428;

/**
 * Adds the current tag to changes that need it, so that they succeed. They require `If-Match`, or a target has rejected them
 * with 428.
 */
export class CurrentTags implements Projection {
  readonly #contract: Contract;
  /** Operations that the target rejects without `If-Match`. */
  readonly #needing = new Set<Operation>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  note({ request, exchange }: JournalEntry): void {
    const { operation, parameters } = request;
    const condition = exchange.status === PRECONDITION_REQUIRED ? conditionOf(operation, "If-Match") : undefined;
    if (
      condition &&
      methodOf(request) === operation.method &&
      !parameters.some(({ parameter }) => parameter === condition)
    )
      this.#needing.add(operation);
  }

  /** Sends a request, with the current tag if it needs one. @param send sends one request, such as the read of the tag */
  async send(request: RequestSpec, send: (request: RequestSpec) => Promise<Exchange>): Promise<Exchange> {
    const { operation, method = operation.method } = request;
    const condition = isSafe({ method }) ? undefined : conditionOf(operation, "If-Match");
    if (!condition || method !== operation.method) return send(request);
    const given = request.parameters.find(({ parameter }) => parameter === condition);
    const tagged = async () => {
      const tag = await this.#tagFor(request, send);
      return tag === undefined ? request : withCondition(request, condition, tag);
    };
    // A generated tag belongs to no resource. A tag that was left out on purpose stays left out.
    if (given) return send(given.source.kind === "generated" ? await tagged() : request);
    if (condition.required) return send(request);
    if (this.#needing.has(operation)) return send(await tagged());
    const exchange = await send(request);
    if (exchange.status !== PRECONDITION_REQUIRED) return exchange;
    const again = await tagged();
    return again === request ? exchange : send(again);
  }

  /** The current tag of the resource that a request names. Undefined if the document or the target does not show it. */
  async #tagFor(request: RequestSpec, send: (request: RequestSpec) => Promise<Exchange>): Promise<string | undefined> {
    const key = pathKey(request.operation.path);
    const read = this.#contract.operations.find(({ method, path }) => method === "get" && pathKey(path) === key);
    if (!read || request.credential !== undefined) return undefined;
    const values = pathValues(request.operation, request.parameters);
    const parameters = pathParameters(read).flatMap((parameter, index): ParameterValue[] => {
      const known = values[index];
      return parameter && known ? [{ ...known, parameter }] : [];
    });
    if (parameters.length < values.length) return undefined;
    const exchange = await send({ operation: read, parameters });
    const tag = isSuccess(exchange) ? tagIn(exchange) : undefined;
    // A weak tag never matches (RFC 9110, 13.1.1).
    return tag === undefined || isStrongTag(tag) ? tag : "*";
  }
}
