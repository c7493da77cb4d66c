import type { RequestReading } from "#http/request/read-request.js";
import { isObject, type Json } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { ExamplePair } from "#openapi/operations/example-pairs.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation, Paging, Parameter } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";

/**
 * Chooses the example that matches a request best. It has the same path values, no different value, and the most equal
 * values. Parameters that request another page count more than others, and the size of a page less, which may differ. For
 * example, `?origin=bounce&limit=2` returns the bounces, and the path of a revoked grant a 404.
 *
 * @param examples the examples of the operation
 * @param paging how the list of the operation is paged; undefined if it has none
 */
export function chooseExample(
  examples: readonly ExamplePair[],
  reading: Pick<RequestReading, "parameters" | "body">,
  paging: Paging | undefined,
): ExamplePair | undefined {
  const moving = movingParameters(paging);
  const ranked = examples.flatMap((example) => {
    const parameters = example.parameters.filter(({ parameter }) => parameter.in !== "cookie");
    const equal = parameters.filter(({ parameter, value }) => isEqual(example, reading, parameter, value));
    const matches = parameters.every(
      (stated) => equal.includes(stated) || mayDiffer(stated.parameter, reading, paging),
    );
    const moved = equal.filter(({ parameter }) => moving.includes(parameter)).length;
    const sized = equal.filter(({ parameter }) => parameter === paging?.pageSize).length;
    const others = equal.length - moved - sized + (hasSameBody(example, reading) ? 1 : 0);
    return matches ? [{ example, rank: [moved, others, sized] }] : [];
  });
  return ranked.toSorted((a, b) => compare(b.rank, a.rank))[0]?.example;
}

/** The parameters that request another page. */
export function movingParameters(paging: Paging | undefined): Parameter[] {
  return [paging?.next, paging?.previous].flatMap((step) => step?.parameter ?? []);
}

/** Whether a request has the value of an example, or the identifier that the body of the example has. */
function isEqual(
  { responseExample }: ExamplePair,
  { parameters: sent }: Pick<RequestReading, "parameters">,
  parameter: Parameter,
  value: Json,
): boolean {
  const received = sent.find((found) => found.parameter === parameter)?.value;
  if (received === undefined) return false;
  const identified = parameter.identifies.map((pointer) => valueAt(responseExample?.value, pointer));
  return [value, ...identified].some((known) => known !== undefined && textOf(known) === textOf(received));
}

function mayDiffer(
  parameter: Parameter,
  { parameters: sent }: Pick<RequestReading, "parameters">,
  paging: Paging | undefined,
): boolean {
  if (parameter === paging?.pageSize) return true;
  return parameter.in === "header" && !sent.some((found) => found.parameter === parameter);
}

function hasSameBody({ body: example }: ExamplePair, { body }: Pick<RequestReading, "body">): boolean {
  return example !== undefined && body !== undefined && "value" in body && textOf(example.value) === textOf(body.value);
}

function compare(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((value, position) => value !== right[position]);
  return index < 0 ? 0 : (left[index] ?? 0) - (right[index] ?? 0);
}

/**
 * The status of a response. Of a range, it is the first one that is not documented exactly. Of `default`, it is the one that
 * the example of an error states (RFC 9457, 3.1.2). Otherwise, it is 500, or 200 if the operation documents no other
 * success.
 *
 * @param example the body of the response
 */
export function firstStatus(documented: string, operation: Operation, example: Json | undefined): number {
  const { responses } = operation;
  if (documented === "default") {
    if (!responses.some(isSuccessKey)) return 200;
    const stated = isObject(example) ? Number(example.status) : Number.NaN;
    const isError = Number.isInteger(stated) && stated >= 400 && stated <= 599;
    return isError && responseFor(operation, stated)?.status === "default" ? stated : 500;
  }
  let status = Number(documented.replace("XX", "00"));
  while (documented.endsWith("XX") && responses.some((response) => response.status === String(status))) status += 1;
  return status;
}

/** A value as text, because an example may write a number as one. */
export function textOf(value: Json): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
