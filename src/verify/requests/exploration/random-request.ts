import { isForm } from "#http/media-type.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { between } from "#values/random/randomness.js";
import { groupBy } from "#verify/model/group-by.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { GENERATED, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { RequestContext } from "#verify/model/test-case/request-context.js";
import { acceptedValues } from "../accepted-values/accepted-values.js";
import type { AllowedValue } from "../accepted-values/allowed-value.js";
import { allowedParameterValue, randomParameterValue, variableParameters } from "../accepted-values/parameters.js";
import { canCarry } from "../form-as-read.js";
import { generatedMediaType, valuesOf } from "../generated-parts.js";
import { calculatedParameters } from "../operands.js";
import { areOfOnePart } from "../variation.js";
import { beginningsOf, oddText } from "./odd-texts.js";
import { SeenKinds } from "./seen-kinds.js";

/** A random request that the document allows, and the values that were put into the usual one. */
export interface RandomRequest {
  request: RequestSpec;
  values: readonly AllowedValue[];
  /**
   * Parts whose values a server rejects are chosen less often from then on. A request with a response of a new kind is varied
   * again.
   *
   * @param exchange the response; undefined if it is not known
   */
  learn(isAccepted: boolean, exchange: Exchange | undefined): void;
}

/** A part of a request: a function that chooses a value, and how often its values were sent and accepted. */
interface Part {
  choose(): AllowedValue | undefined;
  sent: number;
  accepted: number;
}

/** How often a body has random parts, a value is a documented edge, and a text is an odd one. Also how often an earlier request is varied. */
const SHARES = { wholeBody: 0.3, edge: 0.4, oddText: 0.75, promising: 0.4 };

/** The most earlier requests that are varied: the last ones whose responses were new. */
const MOST_PROMISING = 20;

/** Numbers with which an operation may calculate are between the negative and this one. */
const LARGE = 1000;

/** Makes random requests of one operation, each valid by the document. */
export class RandomRequests {
  readonly #context: RequestContext;
  readonly #usual: RequestSpec;
  readonly #parts: readonly Part[];
  readonly #kinds = new SeenKinds();
  readonly #promising: Pick<RandomRequest, "request" | "values">[] = [];

  /** @param usual a request that the document allows */
  constructor(context: RequestContext, usual: RequestSpec) {
    this.#context = context;
    this.#usual = usual;
    const documented = groupBy(acceptedValues(context, usual), ({ part }) => part);
    const choices = [
      ...[...documented.values()].map((values) => () => this.#valueOf(values)),
      ...variableParameters(usual.operation, context.target).map(
        (parameter) => () => randomParameterValue(valuesOf(context), parameter),
      ),
      ...calculatedParameters(context, usual.operation).map((parameter) => () => this.#operandOf(parameter)),
    ];
    this.#parts = choices.map((choose) => ({ choose, sent: 0, accepted: 0 }));
  }

  /** Whether there is anything to choose. */
  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** A request with random values in a random number of its parts. Few parts are as likely as many. */
  next(): RandomRequest {
    const { generator } = this.#context;
    const earlier = generator.random() < SHARES.promising ? this.#earlier() : undefined;
    let request = earlier?.request ?? this.#withRandomBody(this.#usual);
    let values = earlier?.values ?? [];
    const chosen: Part[] = [];
    const replaced: AllowedValue[] = [];
    const count = 1 + Math.floor(generator.random() ** 2 * this.#parts.length);
    const likely = this.#parts.filter(({ sent, accepted }) => generator.random() < (accepted + 1) / (sent + 1));
    for (const part of shuffled(likely, generator).slice(0, count)) {
      const value = part.choose();
      if (!value || replaced.some((known) => areOfOnePart(known, value))) continue;
      const changed = value.apply(request);
      if (!changed) continue;
      replaced.push(value);
      values = [...values.filter((known) => !areOfOnePart(known, value)), value];
      chosen.push(part);
      request = changed;
    }
    const learn = (isAccepted: boolean, exchange: Exchange | undefined) => {
      for (const part of chosen) part.sent += 1;
      if (isAccepted) for (const part of chosen) part.accepted += 1;
      if (!exchange || !this.#kinds.isNew(exchange)) return;
      this.#promising.push({ request, values });
      if (this.#promising.length > MOST_PROMISING) this.#promising.shift();
    };
    return { request, values, learn };
  }

  /** A request whose response was of a new kind. */
  #earlier() {
    const { generator } = this.#context;
    return this.#promising[between(generator, 0, this.#promising.length - 1)];
  }

  /** A random number or text for a parameter with which the operation calculates. */
  #operandOf(parameter: Parameter): AllowedValue | undefined {
    const { generator, contract } = this.#context;
    const { type } = schemaOf(contract.document, parameter);
    const most = generator.random() < SHARES.edge ? LARGE : 10;
    const value = type === "string" ? oddText(generator) : between(generator, -most, most);
    return allowedParameterValue(valuesOf(this.#context), parameter, value);
  }

  #valueOf(part: readonly AllowedValue[]): AllowedValue | undefined {
    const { generator } = this.#context;
    const edge = part[between(generator, 0, part.length - 1)];
    if (edge?.value === undefined || !edge.withOther || generator.random() < SHARES.edge) return edge;
    if (typeof edge.value === "number") return edge.withOther(this.#numberNear(part, edge.value));
    if (typeof edge.value !== "string" || generator.random() > SHARES.oddText) return edge;
    const lengths = part.flatMap(({ value }) => (typeof value === "string" ? [[...value].length] : []));
    const alternatives = beginningsOf(oddText(generator), Math.max(...lengths)).map(edge.withOther);
    return alternatives.find((alternative) => alternative.apply(this.#usual)) ?? edge;
  }

  /** A number between two of the documented values, or near one. */
  #numberNear(part: readonly AllowedValue[], near: number): number {
    const { generator } = this.#context;
    const numbers = part.flatMap(({ value }) => (typeof value === "number" ? [value] : []));
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    return low < high ? between(generator, Math.ceil(low), Math.floor(high)) : near + between(generator, 0, 1000);
  }

  #withRandomBody(request: RequestSpec): RequestSpec {
    const { generator } = this.#context;
    const mediaType = generatedMediaType(request.operation);
    if (!mediaType || generator.random() > SHARES.wholeBody) return request;
    const options = { direction: "request", optional: "random", documented: false } as const;
    const made = valuesOf(this.#context).value(mediaType, options);
    if (!("value" in made)) return request;
    const { value } = made;
    if (isForm(mediaType.name) && !canCarry(this.#context.contract, mediaType, value)) return request;
    return { ...request, body: { type: mediaType.name, value, source: GENERATED } };
  }
}

/** A copy in random order. */
export function shuffled<Item>(items: readonly Item[], randomness: { random(): number }): Item[] {
  return items
    .map((item) => ({ item, rank: randomness.random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
