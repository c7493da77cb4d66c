import type { RequestReading } from "#http/request/read-request.js";
import type { Json } from "#openapi/document/document.js";
import type { ExamplePair } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";

/**
 * Chooses the example that matches a request best: of those with the same path values and without a different value,
 * the one with the most equal values. For example, `?origin=bounce` returns the bounces, and the path of a revoked grant
 * a 404.
 *
 * @param examples the examples of the operation
 */
export function chooseExample(
  examples: readonly ExamplePair[],
  { parameters: sent, body }: RequestReading,
): ExamplePair | undefined {
  const ranked = examples.flatMap((example) => {
    const parameters = example.parameters.filter(({ parameter }) => parameter.in !== "cookie");
    const matches = parameters.every(({ parameter, value }) => {
      const found = sent.find((received) => received.parameter === parameter);
      return found ? textOf(found.value) === textOf(value) : parameter.in === "header";
    });
    const hasSameBody = example.body && body && "value" in body && textOf(example.body.value) === textOf(body.value);
    return matches ? [{ example, equal: parameters.length + (hasSameBody ? 1 : 0) }] : [];
  });
  return ranked.toSorted((a, b) => b.equal - a.equal)[0]?.example;
}

/** The status of a response: of a range, the first one that is not documented exactly; undefined for `default`. */
export function firstStatus(documented: string, { responses }: Operation): number | undefined {
  if (documented === "default") return undefined;
  let status = Number(documented.replace("XX", "00"));
  while (documented.endsWith("XX") && responses.some((response) => response.status === String(status))) status += 1;
  return status;
}

/** A value as text, because an example may write a number as one. */
function textOf(value: Json): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
