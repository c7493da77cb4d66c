import { allNames } from "#cli/names-text.js";
import { admitsEmptyObject } from "#http/request/read-parameter.js";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import { isClientHeader, isNegotiationHeader } from "#openapi/operations/client-headers.js";
import { firstExample } from "#openapi/operations/example-pairs.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { itemCursor } from "#statements/paging/paging.js";
import type { Contract } from "#verify/model/contract.js";
import { groupBy } from "#verify/model/group-by.js";
import { GENERATED, type ParameterValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { isInvalidParameterAsSent, isOfText } from "./as-sent.js";
import { filledSample, type InvalidValue, invalidValues, inWords } from "./invalid-values.js";
import { knowledgeOf } from "./samples.js";
import type { Violation } from "./violation.js";

/** Headers that a server ignores, or may ignore, if their values are invalid (RFC 9110, 13.1.3, 13.1.4, 13.1.5 and 14.2). */
const IGNORED_IF_INVALID = /^(range|if-range|if-(un)?modified-since)$/i;

/** Violates the constraints of a parameter: omits it, and sends invalid values. */
export function invalidParameter(contract: Contract, parameter: Parameter): Violation[] {
  const { name, in: place, required, schema, pointer } = parameter;
  if (schema === undefined) return [];
  const otherParameters = ({ parameters }: RequestSpec) => parameters.filter((sent) => sent.parameter !== parameter);
  const omitted: Violation = {
    what: `a request without ${name}`,
    place: pointerTo(pointer, "required"),
    part: pointerTo("", place, name),
    permission: "forbidden",
    parameter,
    apply: (request) => ({ ...request, parameters: otherParameters(request) }),
  };
  // An object without members has no text in such a query, so a request without it may have sent it.
  const isNoticed = required && !admitsEmptyObject(contract.document, parameter, contract.validator);
  const isIgnored = place === "header" && (IGNORED_IF_INVALID.test(name) || isNegotiationHeader(name));
  const invalid = isIgnored ? [] : invalidParameterValues(contract, parameter);
  return [
    ...(isNoticed && place !== "path" && !(place === "header" && isSentAnyway(name)) ? [omitted] : []),
    ...invalid.map(
      ({ keyword, value, what, path = [] }): Violation => ({
        what: inWords(name, what),
        place: keyword,
        part: pointerTo("", place, name, ...path),
        permission: "forbidden",
        parameter,
        value,
        // Many servers read an empty value as none.
        ...(value === "" ? { ifAccepted: "lenient" } : {}),
        apply: (request) => ({
          ...request,
          parameters: [...otherParameters(request), { parameter, value, source: GENERATED }],
        }),
      }),
    ),
  ];
}

/** Whether our HTTP client sends a header in any case. */
function isSentAnyway(name: string): boolean {
  return isClientHeader(name) || name.toLowerCase() === "accept-encoding";
}

/** The invalid values that can be sent, and are still invalid then. A parameter is a text, a list of texts, or texts with names. */
function invalidParameterValues(contract: Contract, parameter: Parameter): InvalidValue[] {
  const { document } = contract;
  const { schemaPointer } = parameter;
  const { node } = resolveReference(document, valueAt(document, schemaPointer), schemaPointer);
  const types = [node.type ?? []].flat();
  const isStructured = types.includes("array") || types.includes("object");
  const isSent = (value: Json) => isInvalidParameterAsSent(contract, parameter, value);
  if (isStructured) {
    // A path has no other values than those that identify something, and no header needs a list.
    if (parameter.in !== "query") return [];
    const options = knowledgeOf(contract);
    const valid = filledSample({ document, ...options }, schemaPointer);
    const sendable = invalidValues(document, schemaPointer, valid, options).filter(
      (invalid) => isFilled(invalid.value) && isOfText(invalid) && isSent(invalid.value),
    );
    return firstOfEach(sendable);
  }
  return invalidValues(document, schemaPointer, undefined).filter(({ keyword, value }) => {
    if (typeof value === "object") return false;
    // An empty path is another path, and an empty header is often removed on the way.
    if (value === "") return parameter.in === "query" && keyword.endsWith("/minLength");
    return isOfText({ keyword, value }) && (types.length > 0 || isSent(value));
  });
}

/**
 * One violation for each part of a parameter and each keyword of a list. The parts of an object often mean the same.
 */
function firstOfEach(invalid: readonly InvalidValue[]): InvalidValue[] {
  const keyOf = ({ keyword, path = [], value }: InvalidValue) => (Array.isArray(value) ? keyword : path.join("."));
  return [...groupBy(invalid, keyOf).values()].flatMap(([first]) => first ?? []);
}

/** Whether a list or an object has members, and none of them is a structure or left out. */
function isFilled(value: Json): boolean {
  const members = typeof value === "object" && value !== null ? Object.values(value) : [];
  return members.length > 0 && members.every((member) => typeof member !== "object" && member !== "");
}

/** Sends parameters together that exclude each other (`x-mutually-exclusive`): alone, and beside all other parameters. */
export function exclusiveParameters(operation: Operation): Violation[] {
  const query = operation.parameters.filter((parameter) => parameter.in === "query");
  return operation.mutuallyExclusive.flatMap((names, index) => {
    const exclusive = query.filter(({ name }) => names.includes(name));
    const optional = query.filter(({ name, required }) => !names.includes(name) && !required);
    const together = (what: string, beside: readonly Parameter[]): Violation => ({
      what,
      place: pointerTo(operation.pointer, "x-mutually-exclusive", index),
      part: "/query",
      permission: "forbidden",
      names,
      needsItems: exclusive.some((parameter) => itemCursor(operation, parameter)),
      apply: (request, items = []) => ({
        ...request,
        parameters: [
          ...request.parameters,
          ...beside.map((parameter) => ({ parameter, value: exampleOf(parameter), source: GENERATED })),
          ...validValues(operation, exclusive, items),
        ],
      }),
    });
    const what = `${allNames(names)} together`;
    if (optional.length === 0) return [together(what, [])];
    return [together(what, []), together(`${what}, beside ${allNames(optional.map(({ name }) => name))}`, optional)];
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
    const value = valueAt(items.at(cursor === operation.paging?.next ? 0 : -1) ?? {}, cursor.pointer ?? "");
    if (value === undefined) throw new Skipped("the list has no items that the cursors could name");
    return { parameter, value, source: { kind: "list", operation: operation.id } };
  });
}

function exampleOf({ examples }: Parameter): Json {
  return firstExample(examples) ?? "x";
}
