import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { ParameterLocation } from "#openapi/operations/operation.js";
import { CREATED, type Replay, type ReplayedRequest } from "../model/finding/replay.js";
import { FROM_RESPONSE, type RequestSpec, type ValueSource } from "../model/request/request-spec.js";
import type { RequestContext } from "../model/test-case/request-context.js";
import type { ViolationFacts } from "../requests/invalid/violation.js";

/** The source of the id of the resource that the first request of a sequence creates. The value is known once it is sent. */
export const OF_CREATED: ValueSource = { ...FROM_RESPONSE };

/** A request as it was sent, and what makes it invalid. */
export interface SentStep {
  request: RequestSpec;
  violations: readonly ViolationFacts[];
}

/** The requests that were sent, as data. */
export function replayOf({ generator }: RequestContext, sent: readonly SentStep[]): Replay {
  const requests = sent.map(asData);
  const unique = generator.generatedIn(jsonText(requests));
  return { requests, ...(unique.length > 0 ? { unique } : {}) };
}

function asData({ request: { operation, parameters, body }, violations }: SentStep): ReplayedRequest {
  const places: Partial<Record<ParameterLocation, Record<string, Json>>> = {};
  for (const { parameter, value, source } of parameters) {
    places[parameter.in] = { ...places[parameter.in], [parameter.name]: source === OF_CREATED ? CREATED : value };
  }
  return {
    operation: operation.id,
    credential: "own",
    ...(parameters.length > 0 ? { parameters: places } : {}),
    ...(body ? { body: bodyAsData(body) } : {}),
    ...(violations.length > 0 ? { violations: violations.map(violationAsData) } : {}),
  };
}

function bodyAsData(body: NonNullable<RequestSpec["body"]>): NonNullable<ReplayedRequest["body"]> {
  const type = body.type === undefined ? {} : { type: body.type };
  return "value" in body ? { ...type, value: body.value } : { ...type, text: body.text };
}

function violationAsData({ what, place, parameter, ifAccepted }: ViolationFacts) {
  return {
    what,
    place,
    ...(parameter ? { parameter: { in: parameter.in, name: parameter.name } } : {}),
    ...(ifAccepted === "lenient" ? { ifAccepted } : {}),
  } as const;
}
