import type { Parameter } from "#openapi/operations/operation.js";
import type { ParameterValue, ValueSource } from "#verify/model/request/request-spec.js";
import type { RequestContext } from "#verify/model/test-case/request-context.js";
import { isValidFor } from "#verify/requests/allowed-request.js";
import { uniqueInOtherAlphabet } from "#verify/requests/free-identity.js";
import { UNIQUE_LENGTH } from "#verify/requests/generated-values.js";

/** The source of values that certainly identify nothing. Only this file and `unknown-values.ts` make them, and the gate relies on it. */
export const IDENTIFIES_NOTHING: ValueSource = { kind: "generated", identifies: "nothing" };

/**
 * A name for a new resource that the client names by its path: a text that certainly nothing has.
 *
 * @returns undefined if the schema of the parameter allows no such text
 */
export function newName({ contract, generator }: RequestContext, parameter: Parameter): ParameterValue | undefined {
  // Some servers read the number at the beginning of a text, and ignore the rest.
  const texts = [`n${generator.unique(UNIQUE_LENGTH)}`, generator.uuid()];
  const isAdmitted = (text: string) => isValidFor(contract, parameter, text);
  const value = texts.find(isAdmitted) ?? uniqueInOtherAlphabet(generator, isAdmitted);
  if (value !== undefined) generator.nameBy(value);
  return value === undefined ? undefined : { parameter, value, source: IDENTIFIES_NOTHING };
}
