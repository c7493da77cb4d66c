import type { Operation } from "#openapi/operations/operation.js";
import type { BodySpec } from "#verify/model/request/request-spec.js";
import type { AcceptedBodies as Accepted } from "#verify/model/test-case/case-context.js";
import type { ValueGenerator } from "#verify/model/test-case/request-context.js";
import { renewedValue } from "#verify/requests/generated-values.js";

/** How many requests are sent at most to find a body that an operation accepts. */
const MOST_TRIES = 10;

/** The bodies that the target has accepted: the base of the further requests of each operation. */
export class AcceptedBodies implements Accepted {
  readonly #bodies = new Map<Operation, BodySpec | "none">();
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
    return { type, value: renewedValue(this.#generator, value), source };
  }

  takeTry(operation: Operation): boolean {
    const tries = this.#tries.get(operation) ?? 0;
    this.#tries.set(operation, tries + 1);
    return tries < MOST_TRIES;
  }
}
