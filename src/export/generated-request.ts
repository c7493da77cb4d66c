import { preferredOffer } from "../http/negotiate.js";
import type { Json } from "../openapi/document/document.js";
import { type ExamplePair, firstExample } from "../openapi/operations/example-pairs.js";
import type { MediaType, Operation, Parameter } from "../openapi/operations/operation.js";
import type { Described, Values } from "../values/values.js";

/** The parts of a request, or why none was made. */
export type GeneratedRequest = Pick<ExamplePair, "parameters" | "body"> | { reason: string };

/** A valid request of an operation without an example: its own values where it has some, otherwise generated ones. */
export function generatedRequest({ parameters, requestBody }: Operation, values: Values): GeneratedRequest {
  const sent: { parameter: Parameter; value: Json }[] = [];
  for (const parameter of parameters.filter(({ required }) => required)) {
    const made = valueFor(parameter, values);
    if ("reason" in made) return { reason: `no value for the parameter ${parameter.name}: ${made.reason}` };
    sent.push({ parameter, value: made.value });
  }
  const mediaType = preferredOffer(requestBody?.content ?? []);
  if (!mediaType) return { parameters: sent, body: undefined };
  const made = valueFor(mediaType, values);
  if ("value" in made) return { parameters: sent, body: { mediaType, value: made.value } };
  return requestBody?.required
    ? { reason: `no value for the body: ${made.reason}` }
    : { parameters: sent, body: undefined };
}

function valueFor(
  described: Described & Pick<Parameter | MediaType, "examples" | "schema">,
  values: Values,
): { value: Json } | { reason: string } {
  const example = firstExample(described.examples);
  if (example !== undefined) return { value: example };
  if (described.schema === undefined) return { reason: "it has no schema" };
  const made = values.value(described, { direction: "request" });
  return "value" in made ? made : { reason: made.unsatisfiable.reason };
}
