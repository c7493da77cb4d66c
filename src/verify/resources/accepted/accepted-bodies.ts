import type { Json } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { BodySpec, ParameterValue } from "#verify/model/request/request-spec.js";
import type { AcceptedBodies as Accepted } from "#verify/model/test-case/case-context.js";
import type { ValueGenerator } from "#verify/model/test-case/request-context.js";
import { renewals } from "#verify/requests/generated-values.js";

/**
 * How many requests of a run look at most for one that an operation accepts. The request that the document itself has, or usual
 * values, is the tenth.
 */
const MOST_TRIES = 9;

/** The bodies that the target has accepted, and the other values of parameters: the base of the further requests. */
export class AcceptedBodies implements Accepted {
  readonly #bodies = new Map<Operation, BodySpec | "none">();
  /** The functions that copy the bodies. */
  readonly #renewalOf = oncePer((_: BodySpec, value: Json) => renewals(this.#generator, value));
  readonly #values = new Map<Operation, readonly ParameterValue[]>();
  readonly #tries = new Map<Operation, number>();
  readonly #generator: ValueGenerator;

  constructor(generator: ValueGenerator) {
    this.#generator = generator;
  }

  note(operation: Operation, body: BodySpec | undefined): void {
    if (body || !this.#bodies.has(operation)) this.#bodies.set(operation, body ?? "none");
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

  noteValues(operation: Operation, values: readonly ParameterValue[]): void {
    this.#values.set(operation, values);
  }

  valueFor(operation: Operation, parameter: Parameter): ParameterValue | undefined {
    return this.#values.get(operation)?.find((sent) => sent.parameter === parameter);
  }

  mayTry(operation: Operation): boolean {
    return (this.#tries.get(operation) ?? 0) < MOST_TRIES;
  }

  takeTry(operation: Operation): boolean {
    if (!this.mayTry(operation)) return false;
    this.#tries.set(operation, (this.#tries.get(operation) ?? 0) + 1);
    return true;
  }

  giveBackTry(operation: Operation): void {
    this.#tries.set(operation, Math.max(0, (this.#tries.get(operation) ?? 0) - 1));
  }
}
