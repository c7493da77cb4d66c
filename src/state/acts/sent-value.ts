import type { RequestReading } from "#http/request/read-request.js";
import type { Json } from "#openapi/document/document.js";
import type { Parameter } from "#openapi/operations/operation.js";

/** The values of a request by their parameters. */
export type SentValue = (parameter: Parameter | undefined) => Json | undefined;

/** The value of a parameter in a request. */
export function sentValue(
  { parameters }: Pick<RequestReading, "parameters">,
  wanted: Parameter | undefined,
): Json | undefined {
  return wanted && parameters.find(({ parameter }) => parameter === wanted)?.value;
}
