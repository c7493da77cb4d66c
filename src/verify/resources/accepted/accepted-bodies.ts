import type { Json } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { JournalEntry, Projection } from "#verify/journal/journal.js";
import { type Exchange, isSuccess, isWrong } from "#verify/model/request/exchange.js";
import type { BodySpec, ParameterValue } from "#verify/model/request/request-spec.js";
import type { AcceptedBodies as Accepted } from "#verify/model/test-case/case-context.js";
import type { ValueGenerator } from "#verify/model/test-case/request-context.js";
import { renewals } from "#verify/requests/generated-values.js";

/** The bodies that the target has accepted, and the other values of parameters: the base of the further requests. */
export class AcceptedBodies implements Accepted, Projection {
  readonly #bodies = new Map<Operation, BodySpec | "none">();
  /** The functions that copy the bodies. */
  readonly #renewalOf = oncePer((_: BodySpec, value: Json) => renewals(this.#generator, value));
  readonly #values = new Map<Operation, readonly ParameterValue[]>();
  /** Operations with an example that the target rejected as wrong. */
  readonly #withRejected = new Set<Operation>();
  readonly #generator: ValueGenerator;

  constructor(generator: ValueGenerator) {
    this.#generator = generator;
  }

  /**
   * An accepted request that looked for a base is the base. One without a body is it only if no other one was accepted.
   */
  note({ request: { operation, body, parameters, purpose }, exchange }: JournalEntry): void {
    if (purpose?.kind === "example") this.#noteExample(operation, body, exchange);
    if (purpose?.kind !== "base" || !isSuccess(exchange)) return;
    const others = parameters.filter(({ parameter }) => parameter.in !== "path");
    if (purpose.varies === "parameters") this.#values.set(operation, others);
    else if (body || !this.#bodies.has(operation)) this.#bodies.set(operation, body ?? "none");
  }

  /** An accepted example is the base if others were rejected before. */
  #noteExample(operation: Operation, body: BodySpec | undefined, exchange: Exchange): void {
    if (isWrong(exchange)) this.#withRejected.add(operation);
    if (!isSuccess(exchange) || !this.#withRejected.has(operation) || this.has(operation)) return;
    this.#bodies.set(operation, body ?? "none");
  }

  replace(operation: Operation, body: BodySpec): void {
    if (this.has(operation)) this.#bodies.set(operation, body);
  }

  has(operation: Operation): boolean {
    return this.#bodies.has(operation);
  }

  bodyFor(operation: Operation): BodySpec | undefined {
    const body = this.#bodies.get(operation);
    if (body === undefined || body === "none" || !("value" in body)) return undefined;
    const { type, value, source } = body;
    return { type, value: this.#renewalOf(body, value)(), source };
  }

  valueFor(operation: Operation, parameter: Parameter): ParameterValue | undefined {
    return this.#values.get(operation)?.find((sent) => sent.parameter === parameter);
  }
}
