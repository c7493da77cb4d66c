import { valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { JournalEntry, Projection } from "#verify/journal/journal.js";
import type { Contract } from "#verify/model/contract.js";
import { jsonOf } from "#verify/model/request/exchange.js";
import { bodyMediaType, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { StatedConstraints as Stated } from "#verify/model/test-case/case-context.js";
import type { Constraint } from "#verify/model/test-case/constraint.js";
import { fieldsOfBody } from "#verify/requests/body-fields.js";
import type { Constraints } from "#verify/requests/rejections/fitting-values.js";
import { statedConstraints } from "#verify/requests/rejections/stated-constraints.js";

/** The statuses of rejections that may say what a value has to be. */
const ABOUT_VALUES = [400, 409, 422];

/** Whether a request has a value at a place of its body, or of its parameters. */
function isSent({ body, parameters }: RequestSpec, place: string): boolean {
  if (!body) return parameters.some(({ parameter }) => `/${parameter.name}` === place);
  return "value" in body && valueAt(body.value, place) !== undefined;
}

/** The demands that the target stated when it rejected requests, by operations. */
export class StatedConstraints implements Stated, Projection {
  readonly #contract: Contract;
  readonly #ofBodies = new Map<Operation, Map<string, Constraint>>();
  readonly #ofParameters = new Map<Operation, Map<string, Constraint>>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  note({ request, exchange }: JournalEntry): void {
    if (!ABOUT_VALUES.includes(exchange.status)) return;
    const { operation, body } = request;
    const all = body ? this.#ofBodies : this.#ofParameters;
    const known = all.get(operation) ?? new Map<string, Constraint>();
    const stated = statedConstraints(jsonOf(exchange) ?? exchange.body, this.#placesIn(request));
    for (const [place, constraint] of stated) {
      // "Must not be null" of a field that was sent as null does not demand the field.
      const { isRequired, ...others } = constraint;
      const said = isRequired && !isSent(request, place) ? constraint : others;
      if (Object.keys(said).length > 0) known.set(place, { ...known.get(place), ...said });
    }
    if (known.size > 0) all.set(operation, known);
  }

  ofBody(operation: Operation): Constraints {
    return this.#ofBodies.get(operation) ?? new Map();
  }

  ofParameter(operation: Operation, name: string): Constraint | undefined {
    return this.#ofParameters.get(operation)?.get(`/${name}`);
  }

  #placesIn({ operation, body, parameters }: RequestSpec): string[] {
    if (!body) return parameters.map(({ parameter }) => `/${parameter.name}`);
    const mediaType = bodyMediaType(operation, body);
    return mediaType && "value" in body ? fieldsOfBody(this.#contract, mediaType, body.value) : [];
  }
}
