import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { createValues, type Values } from "#values/values.js";
import type { BodySpec } from "../model/request/request-spec.js";
import type { CaseContext, ValueGenerator } from "../model/test-case/case-context.js";

const made = new WeakMap<ValueGenerator, Values>();

/** The generator of values by schemas of a run. */
export function valuesOf({ contract, generator }: Pick<CaseContext, "contract" | "generator">): Values {
  const values =
    made.get(generator) ?? createValues(contract.document, { randomness: generator, validator: contract.validator });
  made.set(generator, values);
  return values;
}

/** The media type of the document that describes a body. */
export function mediaTypeOf({ requestBody }: Operation, { type }: BodySpec): MediaType | undefined {
  return requestBody?.content.find(({ name }) => name === type);
}
