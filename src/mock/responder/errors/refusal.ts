import { namesText } from "#cli/names-text.js";
import type { DocumentedResponse, Operation } from "#openapi/operations/operation.js";

/** Why a request gets no documented response: a problem (RFC 9457) in its place. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** The client accepts none of the media types of the chosen status (RFC 9110, 15.5.7). */
export function notAcceptable({ content }: DocumentedResponse, status: number): Refusal {
  const types = namesText([...new Set(content.map(({ name }) => name))]);
  const detail = `The contract has no response in a media type that the header Accept names. Status ${status} has ${types}.`;
  return new Refusal(406, "Not acceptable", detail);
}

/** The examples of an operation, or its generated values, are invalid by their own schema. */
export function contradiction({ id }: Operation, violation: string): Refusal {
  const detail = `The mock has no response for ${id} that is valid by its schema: ${violation}. Correct the example or the schema. Without --strict, the mock sends it with a warning.`;
  return new Refusal(500, "The contract contradicts itself", detail);
}

/**
 * The schema of an operation takes too long to generate a value from.
 *
 * @param limit in milliseconds
 */
export function notInTime({ id }: Operation, limit: number): Refusal {
  const detail = `The mock could not generate a response for ${id} within ${limit / 1000} s: its schema may require a long text or list. Omit dynamic=true, and add an example to the contract.`;
  return new Refusal(500, "No response could be generated in time", detail);
}

/** The status of an interim response, or none of HTTP (RFC 9110, 15). */
export function notFinal(status: number): Refusal {
  const detail = `${status} is not a final status. Prefer a status from 200 to 599.`;
  return new Refusal(422, "Invalid request", detail);
}
