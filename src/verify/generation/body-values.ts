import { createValues, type Values } from "../../values/values.js";
import type { CaseContext, ValueGenerator } from "../model/case-context.js";

const made = new WeakMap<ValueGenerator, Values>();

/** The generator of values by schemas of a run. */
export function valuesOf({ contract, generator }: Pick<CaseContext, "contract" | "generator">): Values {
  const values =
    made.get(generator) ?? createValues(contract.document, { randomness: generator, validator: contract.validator });
  made.set(generator, values);
  return values;
}
