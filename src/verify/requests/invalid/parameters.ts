import type { Json, JsonObject } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import { firstExample } from "#openapi/operations/example-pairs.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { Contract } from "#verify/model/contract.js";
import { GENERATED, type ParameterValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { itemCursor } from "#verify/relations/paging.js";
import { isInvalidParameterAsSent } from "./as-sent.js";
import type { InvalidRequest } from "./invalid-request.js";
import { type InvalidValue, invalidValues } from "./invalid-values.js";

/** Violates the constraints of a parameter: omits it, and sends invalid values. */
export function invalidParameter(contract: Contract, parameter: Parameter): InvalidRequest[] {
  const { name, in: place, required, schemaPointer, schema, pointer } = parameter;
  if (schema === undefined) return [];
  const otherParameters = ({ parameters }: RequestSpec) => parameters.filter((sent) => sent.parameter !== parameter);
  const omitted: InvalidRequest = {
    what: `a request without ${name}`,
    place: pointerTo(pointer, "required"),
    parameter,
    change: (request) => ({ ...request, parameters: otherParameters(request) }),
  };
  const invalid = invalidValues(contract.document, schemaPointer, undefined).filter(isExpressible(contract, parameter));
  return [
    ...(required && place !== "path" ? [omitted] : []),
    ...invalid.map(
      ({ keyword, value, what }): InvalidRequest => ({
        what: `${name} ${what}`,
        place: keyword,
        parameter,
        value,
        change: (request) => ({
          ...request,
          parameters: [...otherParameters(request), { parameter, value, source: GENERATED }],
        }),
      }),
    ),
  ];
}

/** Whether an invalid value can be sent, and is still invalid then. A parameter is a text. */
function isExpressible(contract: Contract, parameter: Parameter): (invalid: InvalidValue) => boolean {
  const { schemaPointer } = parameter;
  const { node } = resolveReference(contract.document, valueAt(contract.document, schemaPointer), schemaPointer);
  const types = [node.type ?? []].flat();
  const isStructured = types.includes("array") || types.includes("object");
  return ({ keyword, value }) => {
    if (isStructured || typeof value === "object" || value === "") return false;
    if (keyword.endsWith("/type") && typeof value !== "string") return false;
    return types.length > 0 || isInvalidParameterAsSent(contract, parameter, value);
  };
}

/** Sends parameters together that exclude each other (`x-mutually-exclusive`): alone, and beside all other parameters. */
export function exclusiveParameters(operation: Operation): InvalidRequest[] {
  const query = operation.parameters.filter((parameter) => parameter.in === "query");
  return operation.mutuallyExclusive.flatMap((names, index) => {
    const exclusive = query.filter(({ name }) => names.includes(name));
    const optional = query.filter(({ name, required }) => !names.includes(name) && !required);
    const together = (what: string, beside: readonly Parameter[]): InvalidRequest => ({
      what,
      place: pointerTo(operation.pointer, "x-mutually-exclusive", index),
      needsItems: exclusive.some((parameter) => itemCursor(operation, parameter)),
      change: (request, items) => ({
        ...request,
        parameters: [
          ...request.parameters,
          ...beside.map((parameter) => ({ parameter, value: exampleOf(parameter), source: GENERATED })),
          ...validValues(operation, exclusive, items),
        ],
      }),
    });
    const what = `${names.join(" and ")} together`;
    if (optional.length === 0) return [together(what, [])];
    return [
      together(what, []),
      together(`${what}, beside ${optional.map(({ name }) => name).join(" and ")}`, optional),
    ];
  });
}

/** Values that are valid alone. Cursors name items of the list, because an unknown cursor may be rejected anyway. */
function validValues(
  operation: Operation,
  parameters: readonly Parameter[],
  items: readonly JsonObject[],
): ParameterValue[] {
  return parameters.map((parameter) => {
    const cursor = itemCursor(operation, parameter);
    if (!cursor) return { parameter, value: exampleOf(parameter), source: GENERATED };
    // After the first item and before the last one: a server that combines cursors would send the items between.
    const value = valueAt(items.at(cursor === operation.paging?.next ? 0 : -1) ?? {}, cursor.pointer);
    if (value === undefined) throw new Skipped("the list has no items that the cursors could name");
    return { parameter, value, source: { kind: "list", operation: operation.id } };
  });
}

function exampleOf({ examples }: Parameter): Json {
  return firstExample(examples) ?? "x";
}
