import { asList, asObject, asText, type Json, type JsonObject } from "#openapi/document/document.js";
import { between, SeededRandomness } from "#values/random/randomness.js";
import { callerOf, type MeasuredOperation, type MeasuredService, Observed, operationsIn } from "./service.js";

/**
 * What uniformly random valid requests reach, spread evenly over the operations. A text or a number is, half of the time, one
 * that a response or a request had before, so that chains happen by chance.
 */
export function floorOf(service: MeasuredService, requests: number, hasCrashes: boolean, seed = 1): Observed {
  const observed = new Observed();
  const call = callerOf(service, observed, hasCrashes);
  const operations = operationsIn(service.paths);
  const values = new RandomValues(seed);
  for (let index = 0; index < requests; index++) {
    const operation = operations[index % operations.length];
    if (operation !== undefined) {
      const sent = values.callOf(operation);
      const answer = call(operation.operationId, sent);
      values.remember([sent.body, { ...answer } as JsonObject]);
    }
  }
  return observed;
}

class RandomValues {
  readonly #randomness: SeededRandomness;
  readonly #seen: { string: string[]; number: number[] } = { string: [], number: [] };

  constructor(seed: number) {
    this.#randomness = new SeededRandomness(seed);
  }

  callOf({ declared }: MeasuredOperation): { values: Record<string, string>; body: JsonObject } {
    const parameters = asList(declared.parameters)
      .map(asObject)
      .filter(({ required }) => required === true || this.#isHeads());
    const values = parameters.map(({ name, schema }) => [String(name), String(this.#valueOf(asObject(schema)))]);
    const content = asObject(asObject(asObject(declared.requestBody).content)["application/json"]);
    const body = declared.requestBody === undefined ? {} : asObject(this.#valueOf(asObject(content.schema)));
    return { values: Object.fromEntries(values), body };
  }

  /** Notes the texts and numbers in a value. Only the latest are kept. */
  remember(value: Json): void {
    if (typeof value === "string") this.#seen.string = [...this.#seen.string.slice(-99), value];
    else if (typeof value === "number") this.#seen.number = [...this.#seen.number.slice(-99), value];
    else if (typeof value === "object" && value !== null) {
      for (const within of Object.values(value)) this.remember(within as Json);
    }
  }

  #valueOf({ type, enum: values, minimum, properties, required, items }: JsonObject): Json {
    if (Array.isArray(values)) return this.#oneOf(values) ?? null;
    switch (Array.isArray(type) ? type[0] : type) {
      case "integer":
        return this.#again("number") ?? between(this.#randomness, typeof minimum === "number" ? minimum : -100, 100);
      case "boolean":
        return this.#isHeads();
      case "array":
        return Array.from({ length: between(this.#randomness, 0, 3) }, () => this.#valueOf(asObject(items)));
      case "object": {
        const needed = new Set(asList(required).map(asText));
        const sent = Object.entries(asObject(properties)).filter(([name]) => needed.has(name) || this.#isHeads());
        return Object.fromEntries(sent.map(([name, schema]) => [name, this.#valueOf(asObject(schema))]));
      }
      default:
        return this.#again("string") ?? this.#text();
    }
  }

  #text(): string {
    const character = () => String.fromCharCode(between(this.#randomness, 33, 126));
    return Array.from({ length: between(this.#randomness, 1, 10) }, character).join("");
  }

  #again(type: "string" | "number"): string | number | undefined {
    return this.#isHeads() ? this.#oneOf<string | number>(this.#seen[type]) : undefined;
  }

  #oneOf<Value>(values: readonly Value[]): Value | undefined {
    return values[between(this.#randomness, 0, values.length - 1)];
  }

  #isHeads(): boolean {
    return this.#randomness.random() < 0.5;
  }
}
