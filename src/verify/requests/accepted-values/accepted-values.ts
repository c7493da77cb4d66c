import { pointerNames } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isNaturalKey } from "#statements/resources/natural-keys.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import { mayHaveDataOfOthers } from "#verify/model/target/target.js";
import type { RequestContext } from "#verify/model/test-case/request-context.js";
import { clientIdentities } from "#verify/relations/client-identity.js";
import { generatedMediaType, valuesOf } from "../generated-parts.js";
import { areOfOnePart } from "../variation.js";
import type { AllowedValue } from "./allowed-value.js";
import { bodyValues } from "./bodies.js";
import { parameterValues, type SentTarget, variableParameters } from "./parameters.js";

/** Whether an operation has parts whose documented values can be sent: not a DELETE, which would consume its resource. */
export function hasAcceptedValues(operation: Operation, target: SentTarget): boolean {
  if (operation.method === "delete" || operation.method === "trace") return false;
  return variableParameters(operation, target).length > 0 || generatedMediaType(operation) !== undefined;
}

/**
 * The values that the document allows in the parts of a request.
 *
 * @param usual a request with usual values
 */
export function acceptedValues(context: RequestContext, usual: RequestSpec): AllowedValue[] {
  const values = valuesOf(context);
  const ofBody = bodyValues(context, usual);
  const named = namingParts(context, usual.operation, ofBody);
  return [
    ...parameterValues(values, usual.operation, context.target),
    ...ofBody.filter(({ part }) => !named.has(part)),
  ];
}

/** The fields by which a client names a new resource: other values of them may name one that exists. */
function namingParts(
  { contract, target }: RequestContext,
  operation: Operation,
  values: readonly AllowedValue[],
): ReadonlySet<string> {
  const isAllowed = target.allowed?.has(operation.id) === true;
  if (!mayHaveDataOfOthers(target)) return new Set();
  const fields = values.map(({ part }) => pointerNames(part).slice(1)).filter(({ length }) => length === 1);
  const [identity] = clientIdentities(
    contract,
    operation,
    Object.fromEntries(fields.map(([name = ""]) => [name, "x"])),
  );
  const keys = operation.method === "post" && !isAllowed ? values.filter(({ part }) => isNamedKey(part)) : [];
  return new Set([...(identity ? [`/body${identity.pointer}`] : []), ...keys.map(({ part }) => part)]);
}

/** Whether a part of a body is a natural key. */
function isNamedKey(part: string): boolean {
  const [place, ...names] = pointerNames(part);
  return place === "body" && isNaturalKey(names.at(-1) ?? "");
}

/** In how many requests at least the absent fields are, so that most other fields are present in each. */
const SHARES = 5;

/** As many of the values as fit into one request together, from the first one that fits. */
export function combination(usual: RequestSpec, values: readonly AllowedValue[], most: number): AllowedValue[] {
  const chosen: AllowedValue[] = [];
  let absences = Math.ceil(values.filter(({ isAbsence }) => isAbsence).length / SHARES);
  let request = usual;
  for (const value of values) {
    if (chosen.length >= most) break;
    if (value.isAbsence && absences === 0) continue;
    if (chosen.some((known) => areOfOnePart(known, value))) continue;
    const changed = value.apply(request);
    if (!changed) continue;
    chosen.push(value);
    if (value.isAbsence) absences -= 1;
    request = changed;
  }
  return chosen;
}
