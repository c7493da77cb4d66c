import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import type { Resource } from "#statements/resources/resource.js";
import { between } from "#values/random/randomness.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { RandomRequests, shuffled } from "#verify/requests/exploration/random-request.js";
import { generatedBody } from "#verify/requests/generated-parts.js";
import { invalidRequestsOf } from "#verify/requests/invalid/invalid-requests.js";
import type { Violation } from "#verify/requests/invalid/violation.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { areOfOnePart } from "#verify/requests/variation.js";
import { OF_CREATED } from "#verify/trial/replay.js";
import type { Scenario, Step } from "#verify/trial/scenario.js";

/** A random scenario. */
export interface RandomScenario {
  scenario: Scenario;
  /** Remembers whether the target accepted its first request, if that was valid, and the response to it. */
  learn?(isAccepted: boolean, exchange: Exchange | undefined): void;
}

/** How many of the random requests are invalid. */
const INVALID = 0.3;

/** The most violations of one request, and the most requests after a creation. */
const MOST = { violations: 3, steps: 4 };

/** Makes random requests of an operation, most of them valid. */
export function randomRequests(context: CaseContext, usual: RequestSpec): () => RandomScenario {
  const { generator, contract } = context;
  const { operation } = usual;
  const valid = new RandomRequests(context, usual);
  const invalid = invalidRequestsOf(contract, operation).filter(
    // A server may read an invalid identifier as one of a resource.
    ({ parameter }) => parameter?.in !== "path" || isSafe(operation),
  );
  return () => {
    const { request, values, learn } = valid.next();
    const isInvalid = invalid.length > 0 && (valid.isEmpty || generator.random() < INVALID);
    const violations = isInvalid ? someOf(invalid, context) : [];
    const scenario = [{ usual, request, values, violations }];
    return isInvalid ? { scenario } : { scenario, learn };
  };
}

/** Some violations of different parts. */
function someOf(invalid: readonly Violation[], { generator }: CaseContext): Violation[] {
  const count = between(generator, 1, MOST.violations);
  const chosen: Violation[] = [];
  for (const violation of shuffled(invalid, generator)) {
    if (chosen.length >= count) break;
    if (!chosen.some((known) => areOfOnePart(wholeOf(known), wholeOf(violation)))) chosen.push(violation);
  }
  return chosen;
}

/** The parameter, or the body: one violation replaces all of it. */
function wholeOf({ part }: Violation): Pick<Violation, "part"> {
  const [place = "", name] = pointerNames(part);
  return { part: place === "body" || name === undefined ? pointerTo("", place) : pointerTo("", place, name) };
}

/** Makes random sequences: a creation with random values, and requests to the created resource. */
export function randomSequences(context: CaseContext, usual: RequestSpec, resource: Resource): () => RandomScenario {
  const { generator } = context;
  const creations = new RandomRequests(context, usual);
  const operations = followersOf(resource);
  const updates = new Map<Operation, RandomRequests | undefined>();
  return () => {
    const { request, values, learn } = creations.next();
    const steps = Array.from({ length: between(generator, 1, MOST.steps) }, () => {
      const operation = operations[between(generator, 0, operations.length - 1)];
      return operation ? (followingStep(context, usual, operation, updates) ?? []) : [];
    });
    return { scenario: [{ usual, request, values, violations: [] }, ...steps.flat()], learn };
  };
}

/** The operations on one resource that has been created, and on what belongs to it. */
export function followersOf({ retrieve, update, replace, remove, nested }: Resource): Operation[] {
  const remaining = nested.filter(({ method }) => method !== "delete" && method !== "trace");
  return [retrieve, update, replace, remove, ...remaining].flatMap((operation) => operation ?? []);
}

/** A request to the created resource; undefined if it cannot be made. */
function followingStep(
  context: CaseContext,
  creation: RequestSpec,
  operation: Operation,
  known: Map<Operation, RandomRequests | undefined>,
): Step | undefined {
  const outer = pathParameters(creation.operation).flatMap(
    (wanted) => creation.parameters.find(({ parameter }) => parameter === wanted) ?? [],
  );
  try {
    const body = generatedBody(context, operation);
    const usual = resourceRequest(context, operation, [...outer, { value: "", source: OF_CREATED }], body);
    if (!usual) return undefined;
    if (!known.has(operation)) known.set(operation, new RandomRequests(context, usual));
    const requests = known.get(operation);
    const { request, values } = requests && !requests.isEmpty ? requests.next() : { request: usual, values: [] };
    return { usual, request, values, violations: [] };
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    return undefined;
  }
}
