import type { Json } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { firstExample } from "#openapi/operations/example-pairs.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { GENERATED, type ParameterValue } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { wholeList } from "../pagination/list-reader.js";
import type { InvalidRequest } from "./invalid-request.js";

/** Sends parameters together that exclude each other (`x-mutually-exclusive`): alone, and beside all other parameters. */
export function exclusiveParameters(operation: Operation): InvalidRequest[] {
  const query = operation.parameters.filter((each) => each.in === "query");
  return operation.mutuallyExclusive.flatMap((names, index) => {
    const exclusive = query.filter(({ name }) => names.includes(name));
    const others = query.filter(({ name, required }) => !names.includes(name) && !required);
    const together = (what: string, beside: readonly Parameter[]): InvalidRequest => ({
      what,
      place: pointerTo(operation.pointer, "x-mutually-exclusive", index),
      change: async (request, context) => ({
        ...request,
        parameters: [
          ...request.parameters,
          ...beside.map((parameter) => ({ parameter, value: exampleOf(parameter), source: GENERATED })),
          ...(await validValues(context, operation, exclusive)),
        ],
      }),
    });
    const what = `${names.join(" and ")} together`;
    if (others.length === 0) return [together(what, [])];
    return [together(what, []), together(`${what}, beside ${others.map(({ name }) => name).join(" and ")}`, others)];
  });
}

/** Values that are valid alone. Cursors name items of the list, because an unknown cursor may be rejected anyway. */
async function validValues(
  context: CaseContext,
  operation: Operation,
  parameters: readonly Parameter[],
): Promise<ParameterValue[]> {
  const { pagination } = operation;
  const cursors = [pagination?.forward, pagination?.backward];
  const hasCursor = parameters.some(({ name }) => cursors.some((cursor) => cursor?.parameter === name));
  const items = pagination && hasCursor ? (await wholeList(context, { operation, pagination })).items : [];
  return parameters.map((parameter) => {
    const index = cursors.findIndex((cursor) => cursor?.parameter === parameter.name);
    const pointer = cursors[index]?.item;
    if (pointer === undefined) return { parameter, value: exampleOf(parameter), source: GENERATED };
    // After the first item and before the last one: a server that combines cursors would send the items between.
    const value = valueAt(items.at(index === 0 ? 0 : -1) ?? {}, pointer);
    if (value === undefined) throw new Skipped("the list has no items that the cursors could name");
    return { parameter, value, source: { kind: "list", operation: operation.id } };
  });
}

function exampleOf({ examples }: Parameter): Json {
  return firstExample(examples) ?? "x";
}
