import type { Json } from "#openapi/document/document.js";
import type { ParameterLocation } from "#openapi/operations/operation.js";
import { CREATED, type Replay, type ReplayedRequest } from "#verify/model/finding/replay.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { OF_CREATED, type Scenario } from "./scenario.js";

/** The requests of a scenario as data. */
export function replayOf({ generator }: CaseContext, scenario: Scenario, sent: readonly RequestSpec[]): Replay {
  // Requests after a creation are valid.
  const requests = sent.map((request, index) => asData(request, index === 0 ? (scenario[0]?.violations ?? []) : []));
  const unique = generator.generatedIn(JSON.stringify(requests));
  return { requests, ...(unique.length > 0 ? { unique } : {}) };
}

function asData(request: RequestSpec, violations: Scenario[number]["violations"]): ReplayedRequest {
  const { operation, parameters, body } = request;
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

function violationAsData({ what, place, parameter, ifAccepted }: Scenario[number]["violations"][number]) {
  return {
    ...{ what, place },
    ...(parameter ? { parameter: { in: parameter.in, name: parameter.name } } : {}),
    ...(ifAccepted === "lenient" ? { ifAccepted } : {}),
  } as const;
}
