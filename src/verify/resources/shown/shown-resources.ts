import { readParameter } from "#http/request/read-parameter.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { isSafe } from "#openapi/operations/methods.js";
import { identifyingParameter } from "#statements/resources/find-resources.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import { pathKey } from "#statements/resources/path-parameters.js";
import type { Resource } from "#statements/resources/resource.js";
import type { JournalEntry, Projection } from "#verify/journal/journal.js";
import type { Contract } from "#verify/model/contract.js";
import { isGone } from "#verify/model/request/exchange.js";
import { methodOf } from "#verify/model/request/request-spec.js";
import type { ShownIdentifiers, ShownPath } from "#verify/model/test-case/case-context.js";
import { pathValues } from "../address.js";
import { type ShownValues, shownIn } from "./shown-in.js";

/** The most values that are kept of a kind of resource. */
const MOST = 12;

const NO_PARTS = { query: new URLSearchParams(), headers: { get: () => null }, cookies: {} };

/** The identifiers that responses of this run showed, by the kind of resource. Requests that only read use them. */
export class ShownResources implements ShownIdentifiers, Projection {
  readonly #contract: Contract;
  /** By the key of the resource, then by the values. */
  readonly #paths = new Map<string, Map<string, ShownPath>>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** Learns from a response. A resource that is gone is forgotten. */
  note({ request, exchange, isRemoval }: JournalEntry): void {
    if (isRemoval) return;
    const { operation, parameters } = request;
    if (isGone(exchange) || methodOf(request) === "delete") {
      const values = pathValues(operation, parameters).map((known) => known?.value);
      this.#paths.get(pathKey(operation.path))?.delete(jsonText(values));
    }
    // A response that repeats a generated value does not show that something has it.
    const isRead = isSafe({ method: methodOf(request) });
    const unknown = isRead ? parameters.filter(({ source }) => source.kind === "generated") : [];
    for (const { resource, values } of shownIn(this.#contract, request, exchange)) {
      if (unknown.some(({ value }) => isSameId(value, values.at(-1)))) continue;
      const paths = this.#paths.get(resource.key) ?? new Map<string, ShownPath>();
      this.#paths.set(resource.key, paths);
      const name = jsonText(values);
      if (paths.size >= MOST || paths.has(name) || !this.#isValid(resource, values)) continue;
      paths.set(name, { values, source: { kind: "list", operation: operation.id } });
    }
  }

  /** Whether the document admits the value in a path. A field of another kind may have a similar name. */
  #isValid(resource: Resource, values: ShownValues): boolean {
    const parameter = identifyingParameter(resource);
    if (!parameter) return true;
    const { document, validator } = this.#contract;
    const parts = { ...NO_PARTS, path: { [parameter.name]: String(values.at(-1)) } };
    return readParameter(document, parameter, parts, validator)?.errors.length === 0;
  }

  pathsOf(key: string): readonly ShownPath[] {
    return [...(this.#paths.get(key)?.values() ?? [])].toReversed();
  }
}
