import { asObject } from "#openapi/document/document.js";
import { jsonOf } from "./change.js";
import type { ServedResponse, Variation } from "./service.js";

/** A server that sends another response to the valid requests of an operation whose body has a property. */
export function toValidBodies(
  title: string,
  operation: string,
  applies: (body: ReturnType<typeof asObject>) => boolean,
  response: ServedResponse,
): Variation<unknown> {
  return {
    title,
    respond: async (request, next, context) =>
      context.operation === operation && applies(asObject(jsonOf(request))) && !(await context.violation())
        ? response
        : next(),
  };
}

/** A server that sends another response to the valid requests of an operation whose query has a property. */
export function toValidQueries(
  title: string,
  operation: string,
  applies: (query: URLSearchParams) => boolean,
  response: ServedResponse,
): Variation<unknown> {
  return {
    title,
    respond: async (request, next, context) =>
      context.operation === operation && applies(request.query) && !(await context.violation()) ? response : next(),
  };
}
