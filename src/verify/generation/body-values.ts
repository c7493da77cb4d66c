import type { MediaType, Operation } from "../../openapi/operation.js";
import { createValues, type Values } from "../../values/values.js";
import type { CaseContext, ValueGenerator } from "../model/case-context.js";
import type { BodySpec } from "../model/request-spec.js";

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
