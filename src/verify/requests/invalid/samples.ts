import type { Json } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { createValues } from "#values/values.js";
import type { Contract } from "#verify/model/contract.js";
import type { InvalidValueOptions } from "./invalid-values.js";

/**
 * By default, this is not the seed of a run. Its texts would be those of samples, and a text shows which request stored it.
 */
const SAMPLE_SEED = 4_200_000_001;

/** Samples by the place of their schema, and their generator: making one takes time in proportion to the document. */
const samplerOf = oncePer(({ document }: Contract) => ({
  values: createValues(document, { seed: SAMPLE_SEED }),
  samples: new Map<string, Json | undefined>(),
}));

/**
 * Samples are the same in each run, and so are its test cases. They are not checked, because a violation is made of each
 * sample. The plan of a large document would take twice the time.
 */
function sampleOf(contract: Contract, schemaPointer: string): Json | undefined {
  const { values, samples } = samplerOf(contract);
  if (!samples.has(schemaPointer)) {
    const result = values.value({ schemaPointer }, { direction: "request", optional: "none", unchecked: true });
    samples.set(schemaPointer, "value" in result ? result.value : undefined);
  }
  return samples.get(schemaPointer);
}

/** The knowledge of a document that invalid values need. */
export function knowledgeOf(contract: Contract): Required<Pick<InvalidValueOptions, "isValid" | "sample">> {
  return {
    isValid: (pointer, value) => contract.validator.errors(pointer, value).length === 0,
    sample: (schemaPointer) => sampleOf(contract, schemaPointer),
  };
}
