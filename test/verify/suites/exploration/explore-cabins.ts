import { asObject } from "#openapi/document/document.js";
import { type CabinsState, cabins } from "#test/servers/cabins/service.js";
import { jsonOf } from "#test/servers/change.js";
import { createRunner, type RunnerOptions } from "#test/servers/run.js";
import { json, type ServedRequest, type Variation } from "#test/servers/service.js";
import type { ReplayedFailure } from "#verify/model/finding/replay.js";
import { type CaseResult, findingsOf } from "#verify/model/test-case/outcome.js";

const runCabins = await createRunner(cabins);

/** Explores a server with a variation, and nothing else. */
export function explore(variation: Partial<Variation<CabinsState>>, { settings, ...options }: RunnerOptions = {}) {
  return runCabins(
    { title: "", ...variation },
    {
      ...{ only: ["exploration"], explore: { requests: 150 }, settings: { seed: 3, settle: 0, ...settings } },
      ...options,
    },
  );
}

/** How the test cases of requests and of sequences are named, after the id of their operation. */
export const REQUESTS = "random requests get documented responses";
export const SEQUENCES = "random sequences get documented responses";

/** The test cases that failed, with the requests that led to the failures. */
export function failedCases(cases: readonly CaseResult[]): ReplayedFailure[] {
  return cases.flatMap(({ name, operation, outcome }) =>
    findingsOf(outcome).map(({ replay }) => ({ case: name, operation, replay })),
  );
}

/** Whether a fault shows for a request. */
type Sent = (query: URLSearchParams, body: ReturnType<typeof asObject>) => boolean;

/** Responds with 500 to valid requests of an operation. */
export function failsFor(operation: string, applies: Sent): Partial<Variation<CabinsState>> {
  return {
    respond: async (request, next, context) =>
      context.operation === operation &&
      applies(request.query, asObject(jsonOf(request))) &&
      !(await context.violation())
        ? json(500, { message: "Oops." })
        : next(),
  };
}

/** Whether a value is a text that is not ASCII. */
export const isForeign = (text: unknown) => typeof text === "string" && [...text].some((each) => each > "~");

/** Records the requests that a server receives, in words. */
export function recording(variation: Partial<Variation<CabinsState>> = {}) {
  const seen: (ServedRequest & { operation: string | undefined; status: number; sent: string })[] = [];
  const states = new Set<CabinsState>();
  const respond: Variation<CabinsState>["respond"] = async (request, next, context) => {
    states.add(context.state);
    const response = (await variation.respond?.(request, next, context)) ?? (await next());
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
    const sent = `${request.method} ${request.path} ${request.query} ${request.body}`.replace(id, "ID");
    seen.push({ ...request, operation: context.operation, status: response.status, sent });
    return response;
  };
  return { seen, states, variation: { ...variation, respond } };
}
